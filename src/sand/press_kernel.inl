// The row loops of press.h, compiled once per instruction set (see core/simd.h).

#include "core/simd.h"
#include "sand/press_rows.h"

namespace solgel::SOLGEL_SIMD_NAMESPACE {

using sand::CarveRowArgs;
using sand::LidRowArgs;

SOLGEL_LANE_OP F8 lane_numbers() {
  constexpr float kNumbers[kLanes] = {0, 1, 2, 3, 4, 5, 6, 7};
  return load(kNumbers);
}

void lid_row(const LidRowArgs& args) {
  const F8 radius = splat(args.radius), cell2 = splat(args.cell * args.cell), zero = splat(0.0f);
  const F8 left = splat(args.radius * args.radius - args.dy * args.dy);
  const F8 units = splat(65536.0f), half = splat(0.5f);
  const I8 open = splat(args.open), wall = splat(0);
  // Blocks that the ball cannot reach, by a cell more than is needed, have no lids.
  const float left_here = args.radius * args.radius - args.dy * args.dy;
  const float reach = left_here > 0 ? __builtin_sqrtf(left_here) / args.cell : 0.0f;
  const int low = args.axis_i - static_cast<int>(reach) - 3, high = args.axis_i + static_cast<int>(reach) + 3;
  for (int i = args.i0; i < args.i1; i += kLanes) {
    if (args.covered[i / kLanes + 1] == 0 && (i + kLanes <= low || i > high)) continue;
    const F8 dx = lane_numbers() + splat(static_cast<float>(i - args.axis_i) + args.offset);
    const F8 root2 = left - (dx * dx) * cell2;  // r^2 - d^2
    const I8 under = truncated((radius - sqrt(max(root2, zero))) * units + half);
    const I8 lid = select(root2 >= zero, max(under, splat(1)), open);
    const I8 now = select(load(args.lid + i) == wall, wall, lid);
    store(args.lid + i, now);
    const bool walled = any(now == wall), lidded = any(now ^ open);
    args.covered[i / kLanes + 1] = walled ? 1 : lidded ? 2 : 0;
  }
}

void carve_row(const CarveRowArgs& args) {
  for (int i = args.i0; i < args.i1; i += kLanes) {
    const I8 height = load(args.height + i);
    const I8 cut = max(height - load(args.lid + i), splat(0));
    if (!any(cut)) continue;
    store(args.height + i, height - cut);
    std::int32_t amount[kLanes];
    store(amount, cut);
    const sand::Footprint::Share* share = args.share + (i - args.axis_i);
    sand::Carved* part = args.sums;
    for (int k = 0; k < kLanes; ++k) {
      const std::int64_t next =
          (static_cast<std::int64_t>(amount[k]) * share[k].weight) >> sand::Footprint::kWeightBits;
      sand::Carved& sum = part[share[k].wedge];
      sum.own += amount[k] - next;
      sum.next += next;
      part = (k + 1) % sand::kCarveParts == 0 ? args.sums : part + args.part_length;
    }
    const int block = i / kLanes + 1;
    args.changed[block] = static_cast<std::uint8_t>(args.changed[block] | sign_bits(splat(0) - cut));
  }
}

}  // namespace solgel::SOLGEL_SIMD_NAMESPACE
