#include "jelly/sweep.h"

#include "core/cpu.h"
#include "jelly/packet_sweep.h"

namespace solgel::jelly {

PlainSweep::PlainSweep(const Cage& cage, const ElasticConstants& constants)
    : cage_(&cage), material_(constants.material()), multipliers_(cage.elements.size()) {
  compliances_.reserve(cage.elements.size());
  for (const ElementShape& shape : cage.shapes) compliances_.push_back(constants.compliance(shape.volume));
}

void PlainSweep::zero_multipliers() {
  for (Multipliers& lambda : multipliers_) lambda = {};
}

void PlainSweep::run(Direction direction, std::span<Node> nodes) {
  const std::size_t count = cage_->elements.size();
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t element = direction == Direction::forward ? k : count - 1 - k;
    const Tetrahedron& e = cage_->elements[element];
    Node* const node[4] = {&nodes[e[0]], &nodes[e[1]], &nodes[e[2]], &nodes[e[3]]};
    const Vec3* const gradient = cage_->shapes[element].gradient;
    solve_elastic(gradient, compliances_[element], material_, multipliers_[element], node);
    solve_barrier(gradient, multipliers_[element].barrier, node);
  }
}

PacketSweep::PacketSweep(const Cage& cage, const ElasticConstants& constants) : material_(constants.material()) {
  const auto first_dummy = static_cast<std::uint32_t>(cage.points.size());
  for (const PacketPlan& plan : plan_packets(cage.elements, cage.points.size())) {
    Packet packet{};
    for (std::size_t lane = 0; lane < kPacketLanes; ++lane) {
      if (plan[lane] < 0) {
        // An element at rest on the dummies: J is 1, and its nodes do not move.
        packet.deviatoric_compliance[lane] = packet.hydrostatic_compliance[lane] = 1;
        for (std::size_t q = 0; q < 3; ++q) packet.gradient[q][q][lane] = 1;
        for (std::uint32_t q = 0; q < 4; ++q) {
          packet.node[q][lane] = first_dummy + 4 * static_cast<std::uint32_t>(lane) + q;
        }
        continue;
      }
      const auto k = static_cast<std::size_t>(plan[lane]);
      const ElementShape& shape = cage.shapes[k];
      const Compliance alpha = constants.compliance(shape.volume);
      packet.deviatoric_compliance[lane] = alpha.deviatoric;
      packet.hydrostatic_compliance[lane] = alpha.hydrostatic;
      for (std::size_t q = 0; q < 4; ++q) packet.node[q][lane] = cage.elements[k][q];
      for (std::size_t q = 0; q < 3; ++q) {
        const Vec3 g = shape.gradient[q + 1];
        packet.gradient[q][0][lane] = g.x;
        packet.gradient[q][1][lane] = g.y;
        packet.gradient[q][2][lane] = g.z;
      }
    }
    packets_.push_back(packet);
  }
}

void PacketSweep::zero_multipliers() {
  for (Packet& packet : packets_) {
    for (std::size_t lane = 0; lane < kPacketLanes; ++lane) {
      packet.deviatoric[lane] = packet.hydrostatic[lane] = packet.barrier[lane] = 0;
    }
  }
}

void PacketSweep::run(Direction direction, std::span<Node> nodes) {
  const PacketTask task{packets_.data(), packets_.size(), nodes.data(), material_, direction == Direction::backward};
#if defined(SOLGEL_HAS_AVX2_COPIES)
  if (cpu_has_avx2()) return sweep_packets_avx2(task);
#endif
  sweep_packets(task);
}

}  // namespace solgel::jelly
