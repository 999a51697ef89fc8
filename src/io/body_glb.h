// A moving surface as GLB (glTF 2.0, Khronos Group 2021), which any glTF viewer plays.
//
// One mesh. The first frame is its base; each later frame k is a morph target of differences to it,
//   p = p_0 + sum w_k (p_k - p_0),   likewise normals,
// and an animation sets the weights: at the time of frame k, w_k = 1 and the others are 0. Linear interpolation of the
// weights is that of positions between two frames; step holds each frame until the next. A viewer computes p in floats:
// within an ulp or two of p_k, and exactly p_0 for the first. Metres, y up, as jelly's.
//
// The material is glTF's, with KHR_materials_transmission, _ior and _volume: light is weakened by
//   exp(-sigma d) = attenuation_colour^(d / attenuation_distance)
// channel by channel, so attenuation_colour = exp(-sigma attenuation_distance).
//
// 24 bytes a vertex and frame, 4 a frame and frame; memory is about the size of the file, at most 4 GiB.
#pragma once

#include "core/result.h"
#include "core/surface.h"
#include "io/bytes.h"

namespace solgel::io {

struct GlbMaterial {
  Vec3f base_colour{1, 1, 1};  // linear, 0 to 1; tints what is transmitted
  float roughness = 0;         // 0 to 1
  float transmission = 0;      // 0 opaque, 1 clear
  float ior = 1.5f;            // 1 to 10
  float thickness = 0;  // metres of the volume behind the surface, for viewers that trace no rays; 0: a thin wall
  Vec3f attenuation_colour{1, 1, 1};
  float attenuation_distance = 0;  // metres; 0: nothing is absorbed
};

enum class GlbMotion { step, linear };

class AnimatedGlb {
 public:
  // Triangles of `vertices` vertices; `frames` is how many are to come, for memory alone.
  AnimatedGlb(std::span<const Triangle> triangles, std::size_t vertices, std::size_t frames);

  // Seconds are not negative and rise. Fails on another number of vertices than announced, an index out of range, what
  // is not finite, and beyond 4 GiB.
  Status add_frame(double seconds, std::span<const Vec3f> positions, std::span<const Vec3f> normals);
  std::size_t frames() const { return seconds_.size(); }

  // The file, once; one frame makes a mesh at rest. Fails without a frame and on a material out of its range.
  Result<Bytes> finish(const GlbMaterial& material, GlbMotion motion, std::span<const TextEntry> metadata);

 private:
  struct Bounds {
    Vec3f least, most;
  };

  std::uint64_t vertex_bytes() const { return 12 * static_cast<std::uint64_t>(vertices_); }
  std::uint64_t total(std::uint64_t frames) const;
  Status check_frame(double seconds, const SurfaceView& surface) const;
  std::string json(const GlbMaterial& material, GlbMotion motion, std::span<const TextEntry> metadata) const;
  std::string meshes() const;
  std::string animations(GlbMotion motion) const;
  std::string accessors() const;
  std::string views() const;

  std::vector<Triangle> triangles_;
  std::size_t vertices_;
  std::vector<Vec3f> first_positions_, first_normals_;
  std::vector<float> seconds_;
  std::vector<Bounds> bounds_;  // of positions or of their differences
  Bytes bytes_;                 // the chunk BIN
};

}  // namespace solgel::io
