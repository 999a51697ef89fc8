// One ray of sunlight through the body to the floor.
//
// Refracted where it enters, then at most eight queries for what it meets next, the one that finds the way out
// included: inside, it leaves by refraction or, where none exists, is reflected; outside, it reaches the floor or
// enters the body again. Partial reflections are not followed. Branch: 1 after entry, then b -> 3 b + 1 for a
// transmission and 3 b + 2 for a reflection. Throughput is the product of the transmissions, colour = exp(-sigma path)
// x throughput with the path inside. Lost: rays that do not come out, miss the floor, or fall below 1e-4 of throughput
// times the absorption of the clearest colour.
//
// Normals: the interpolated one, flipped to the face's hemisphere; the face's own where the two look to different sides
// of the ray or |n . d| < 0.015; then turned against the ray. Hits at or below 5e-7 m are passed over; the first query
// reaches 3, later ones 4 of the frame's reach. Path leaves out the offset of 2e-6 m.
#pragma once

#include "optics/atlas.h"
#include "optics/bvh.h"
#include "optics/light.h"
#include "optics/params.h"

namespace solgel::optics {

struct LightRay {
  Vec2 floor;                // x and z where it lands, relative to the centre of mass
  Rgb colour{};              // share of each colour that arrives
  double entry = 0;          // distance from its start to the body
  double path = 0;           // inside
  std::uint32_t branch = 0;  // of a ray that arrives; else 0
  bool entered = false;      // it met the body at all
  bool is_traced = false;    // set by who keeps rays that may never be asked for

  bool valid() const { return branch != 0; }
};

struct Scene {
  const Bvh& body;
  std::span<const Vec3f> normals;
  LightFrame frame;
  double ior = 1.35;
  Rgb sigma{};
};

// The ray that starts at frame.start(x, y).
LightRay trace_light(const Scene& scene, double x, double y);

}  // namespace solgel::optics
