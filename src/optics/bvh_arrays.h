// The tree of optics/bvh.h as its kernels see it: plain arrays, rows of eight lanes.
#pragma once

#include <cstdint>
#include <vector>

#include "optics/bvh.h"

namespace solgel::optics {

inline constexpr int kWide = 8;
// Direction components are no smaller than this where boxes are tested, so that no 0 x infinity arises.
inline constexpr float kLeastSlope = 1e-18f;
inline constexpr float kNowhere = 1e30f;  // an unused child's box is from here to minus here: never entered
inline constexpr int kTreeStack = 512;    // seven a level: the builder's splits allow 41 levels for a million triangles

// Eight boxes: rows of low x, y, z, then high x, y, z.
struct alignas(32) BvhNode {
  float box[6][kWide];
  std::int32_t child[kWide];  // a node's index, or ~ of a packet's
};

// Eight triangles. An unused lane has three equal corners: never hit.
struct alignas(32) BvhPacket {
  float origin[3][kWide], edge1[3][kWide], edge2[3][kWide];
  std::int32_t triangle[kWide];
};

// Where the box of a packet or node is kept: a lane of its parent; the root has none.
struct BvhSlot {
  std::int32_t node = -1, lane = 0;
};

struct PacketCorners {
  std::int32_t corner[3][kWide];
};

// What kernels read and write; no containers, since these files are compiled more than once (core/simd.h).
struct BvhTables {
  BvhNode* nodes;
  BvhPacket* packets;
  const BvhSlot* node_slots;
  const BvhSlot* packet_slots;
  const PacketCorners* packet_corners;
  const float* points;          // x y z 0, relative to the centre
  const std::int32_t* corners;  // three a triangle
  std::int32_t node_count, packet_count;
  float pad;  // that boxes are widened by
};

struct KernelRay {
  float origin[3], direction[3], inverse[3];
  std::int32_t is_back[3];  // direction < 0
};

struct BvhKernel {
  void (*refit)(const BvhTables&);
  Hit (*closest_hit)(const BvhTables&, const KernelRay&, Reach);
};

// Of the best copy that this processor runs.
BvhKernel bvh_kernel();

// Whether the ray is inside the triangle's widened box at t: the rule of optics/bvh.h, for whoever finds hits.
inline __attribute__((always_inline)) bool in_own_box(const BvhTables& b, const KernelRay& ray, std::int32_t triangle,
                                                      float t) {
  const float* const v0 = b.points + 4 * b.corners[3 * triangle];
  const float* const v1 = b.points + 4 * b.corners[3 * triangle + 1];
  const float* const v2 = b.points + 4 * b.corners[3 * triangle + 2];
  for (int a = 0; a < 3; ++a) {
    float low = v0[a] < v1[a] ? v0[a] : v1[a], high = v0[a] > v1[a] ? v0[a] : v1[a];
    low = (low < v2[a] ? low : v2[a]) - b.pad;
    high = (high > v2[a] ? high : v2[a]) + b.pad;
    const float in = ((ray.is_back[a] ? high : low) - ray.origin[a]) * ray.inverse[a];
    const float out = ((ray.is_back[a] ? low : high) - ray.origin[a]) * ray.inverse[a];
    if (!(t >= in && t <= out)) return false;
  }
  return true;
}

struct BvhArrays {
  std::vector<BvhNode> nodes;  // parents before children
  std::vector<BvhPacket> packets;
  std::vector<BvhSlot> node_slots, packet_slots;
  std::vector<PacketCorners> packet_corners;
  std::vector<float> points;
  std::vector<std::int32_t> corners;
  Vec3 centre;
  Vec3f low, high;
  float pad = 0;
  BvhKernel kernel = bvh_kernel();

  BvhTables tables() {
    return {nodes.data(),
            packets.data(),
            node_slots.data(),
            packet_slots.data(),
            packet_corners.data(),
            points.data(),
            corners.data(),
            static_cast<std::int32_t>(nodes.size()),
            static_cast<std::int32_t>(packets.size()),
            pad};
  }
};

// Fills nodes, packets and slots for the points and corners already there; boxes are left to a refit.
void build_tree(BvhArrays& arrays);

}  // namespace solgel::optics
