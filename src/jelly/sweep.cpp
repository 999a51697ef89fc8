#include "jelly/sweep.h"

#include "core/cpu.h"
#include "jelly/packet_sweep.h"

namespace solgel::jelly {
namespace {

// An element at rest on dummies of its own: J is 1, and its nodes do not move.
template <std::size_t kLanes>
void fill_empty_lane(Packet<kLanes>& packet, std::size_t lane, std::uint32_t first_dummy) {
  packet.deviatoric_compliance[lane] = packet.hydrostatic_compliance[lane] = 1;
  for (std::size_t q = 0; q < 3; ++q) {
    packet.gradient[0][q][lane] = -1;
    packet.gradient[q + 1][q][lane] = 1;
  }
  for (std::uint32_t q = 0; q < 4; ++q) {
    packet.node[q][lane] = first_dummy + 4 * static_cast<std::uint32_t>(lane) + q;
  }
}

template <std::size_t kLanes>
std::vector<Packet<kLanes>> make_packets(const Cage& cage, const ElasticConstants& constants,
                                         std::span<const double> masses) {
  const std::vector<std::int32_t> plan = plan_packets(cage.elements, cage.points.size(), kLanes);
  std::vector<Packet<kLanes>> packets(plan.size() / kLanes, Packet<kLanes>{});
  for (std::size_t place = 0; place < plan.size(); ++place) {
    Packet<kLanes>& packet = packets[place / kLanes];
    const std::size_t lane = place % kLanes;
    if (plan[place] < 0) {
      fill_empty_lane(packet, lane, static_cast<std::uint32_t>(cage.points.size()));
      continue;
    }
    const auto k = static_cast<std::size_t>(plan[place]);
    const ElementShape& shape = cage.shapes[k];
    const Compliance alpha = constants.compliance(shape.volume);
    packet.deviatoric_compliance[lane] = alpha.deviatoric;
    packet.hydrostatic_compliance[lane] = alpha.hydrostatic;
    for (std::size_t q = 0; q < 4; ++q) {
      const Vec3 g = shape.gradient[q];
      packet.node[q][lane] = cage.elements[k][q];
      packet.gradient[q][0][lane] = g.x;
      packet.gradient[q][1][lane] = g.y;
      packet.gradient[q][2][lane] = g.z;
      packet.slope[lane] += dot(g, g) / masses[cage.elements[k][q]];
    }
  }
  return packets;
}

template <std::size_t kLanes>
void zero(std::vector<Packet<kLanes>>& packets) {
  for (Packet<kLanes>& packet : packets) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      packet.deviatoric[lane] = packet.hydrostatic[lane] = packet.barrier[lane] = 0;
    }
  }
}

}  // namespace

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

PacketSweep::PacketSweep(const Cage& cage, const ElasticConstants& constants, std::span<const double> masses)
    : material_(constants.material()) {
  if (cpu_has_avx512()) {
    wide_ = make_packets<8>(cage, constants, masses);
  } else {
    narrow_ = make_packets<4>(cage, constants, masses);
  }
}

void PacketSweep::zero_multipliers() {
  zero(narrow_);
  zero(wide_);
}

void PacketSweep::run(Direction direction, std::span<Node> nodes) {
  const bool backward = direction == Direction::backward;
#if defined(SOLGEL_HAS_AVX2_COPIES)
  if (!wide_.empty()) return sweep_packets_avx512({wide_.data(), wide_.size(), nodes.data(), material_, backward});
  if (cpu_has_avx2()) return sweep_packets_avx2({narrow_.data(), narrow_.size(), nodes.data(), material_, backward});
#endif
  sweep_packets({narrow_.data(), narrow_.size(), nodes.data(), material_, backward});
}

}  // namespace solgel::jelly
