// A sweep over all elements, forward or backward, each element's correction standing on the ones before it.
//
// Two solvers, same bits. PlainSweep takes one element after the other, as the text has it; it is what the other one is
// tested against. PacketSweep takes four or eight elements that share no node at once: such elements commute exactly,
// so a schedule that keeps the order of any two that do share one computes the same.
#pragma once

#include <span>
#include <vector>

#include "jelly/cage.h"
#include "jelly/element.h"
#include "jelly/packets.h"

namespace solgel::jelly {

enum class Direction { forward, backward };

// What a sweep needs to know of the material, fixed while parameters are.
struct ElasticConstants {
  double shear = 0, bulk = 0, step = 0;  // Pa, Pa, s of the substep
  Compliance compliance(double volume) const {
    return {1 / (shear * volume * step * step), 1 / (bulk * volume * step * step)};
  }
  Material material() const { return {shear / bulk}; }
};

class PlainSweep {
 public:
  PlainSweep(const Cage& cage, const ElasticConstants& constants);
  void zero_multipliers();
  void run(Direction direction, std::span<Node> nodes);

 private:
  const Cage* cage_;
  Material material_;
  std::vector<Compliance> compliances_;
  std::vector<Multipliers> multipliers_;
};

class PacketSweep {
 public:
  PacketSweep(const Cage& cage, const ElasticConstants& constants, std::span<const double> masses);
  // Nodes that empty lanes work on; the caller keeps that many, with inverse mass 0, behind its own.
  static constexpr std::size_t kDummies = 4 * kMostLanes;
  void zero_multipliers();
  void run(Direction direction, std::span<Node> nodes);
  std::size_t packets() const { return narrow_.size() + wide_.size(); }

 private:
  Material material_;
  std::vector<Packet<4>> narrow_;  // one of the two is empty
  std::vector<Packet<8>> wide_;
};

}  // namespace solgel::jelly
