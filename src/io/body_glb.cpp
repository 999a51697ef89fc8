// BIN: indices | positions and normals of each frame, twelve bytes a vertex | times | weights, frame by frame.
//
// Accessors: 0 indices, 1 + 2 k positions and 2 + 2 k normals of frame k, then times and weights.
#include "io/body_glb.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "io/body_format.h"
#include "io/glb_text.h"
#include "io/little_endian.h"

namespace solgel::io {
namespace {

constexpr std::uint64_t kMostBytes = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kJsonPerFrame = 420, kJsonBase = 4096;  // about, to reserve memory

Error too_large(std::uint64_t bytes) {
  return {.found = "the animation would take " + std::to_string(bytes >> 20) + " MiB",
          .allowed = ".glb holds less than 4096",
          .remedy = "write fewer frames, or .ply"};
}

Status check_material(const GlbMaterial& m) {
  struct Row {
    std::string_view name;
    float value, low, high;
  };
  constexpr float kFar = std::numeric_limits<float>::max();
  const Row rows[] = {
      {"base colour", std::min({m.base_colour.x, m.base_colour.y, m.base_colour.z}), 0, 1},
      {"base colour", std::max({m.base_colour.x, m.base_colour.y, m.base_colour.z}), 0, 1},
      {"roughness", m.roughness, 0, 1},
      {"transmission", m.transmission, 0, 1},
      {"ior", m.ior, 1, 10},
      {"thickness", m.thickness, 0, kFar},
      {"attenuation colour", std::min({m.attenuation_colour.x, m.attenuation_colour.y, m.attenuation_colour.z}), 0, 1},
      {"attenuation colour", std::max({m.attenuation_colour.x, m.attenuation_colour.y, m.attenuation_colour.z}), 0, 1},
      {"attenuation distance", m.attenuation_distance, 0, kFar}};
  for (const Row& row : rows) {
    if (row.value >= row.low && row.value <= row.high) continue;
    return fail(
        {.found = "the material's " + std::string(row.name) + " is " + glb::float_text(static_cast<double>(row.value)),
         .allowed = row.high == kFar ? "allowed 0 and more"
                                     : "allowed " + glb::float_text(static_cast<double>(row.low)) + " to " +
                                           glb::float_text(static_cast<double>(row.high))});
  }
  return {};
}

std::string number(float value) {
  return glb::float_text(static_cast<double>(value));
}

std::string material_text(const GlbMaterial& m) {
  std::string volume = "{\"thicknessFactor\":" + number(m.thickness);
  if (m.attenuation_distance > 0) {
    volume += ",\"attenuationDistance\":" + number(m.attenuation_distance) +
              ",\"attenuationColor\":" + glb::vector_text(m.attenuation_colour);
  }
  std::string base = glb::vector_text(m.base_colour);
  base.back() = ',';
  return "\"extensionsUsed\":[\"KHR_materials_transmission\",\"KHR_materials_ior\",\"KHR_materials_volume\"],\n"
         "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorFactor\":" +
         base + "1],\"metallicFactor\":0,\"roughnessFactor\":" + number(m.roughness) +
         "},\"extensions\":{\"KHR_materials_transmission\":{\"transmissionFactor\":" + number(m.transmission) +
         "},\"KHR_materials_ior\":{\"ior\":" + number(m.ior) + "},\"KHR_materials_volume\":" + volume + "}}}],\n";
}

}  // namespace

AnimatedGlb::AnimatedGlb(std::span<const Triangle> triangles, std::size_t vertices, std::size_t frames)
    : triangles_(triangles.begin(), triangles.end()), vertices_(vertices) {
  const std::uint64_t all = total(frames) + kJsonBase + kJsonPerFrame * frames;
  if (all <= kMostBytes) bytes_.reserve(static_cast<std::size_t>(all));
  for (const Triangle& t : triangles) {
    for (const std::uint32_t k : t) append_word(bytes_, k);
  }
}

// Bytes of BIN with so many frames.
std::uint64_t AnimatedGlb::total(std::uint64_t frames) const {
  const std::uint64_t motion = frames > 1 ? 4 * frames + 4 * frames * (frames - 1) : 0;
  return 12 * triangles_.size() + 2 * vertex_bytes() * frames + motion;
}

Status AnimatedGlb::check_frame(double seconds, const SurfaceView& surface) const {
  const std::string frame = "frame " + std::to_string(seconds_.size() + 1);
  const bool is_later = seconds_.empty() ? seconds >= 0 : static_cast<float>(seconds) > seconds_.back();
  if (!is_later || !std::isfinite(static_cast<float>(seconds))) {
    return fail({.found = frame + " is at " + glb::float_text(seconds) + " s",
                 .allowed = seconds_.empty() ? "allowed 0 and more" : "allowed more than " + number(seconds_.back())});
  }
  if (surface.positions.size() != vertices_) {
    return fail({.found = frame + " has " + std::to_string(surface.positions.size()) + " vertices",
                 .allowed = "allowed " + std::to_string(vertices_)});
  }
  Status good = check_surface(surface);
  if (!good) good.error().found = frame + ": " + good.error().found;
  const std::uint64_t bytes = total(seconds_.size() + 1);
  if (good && bytes > kMostBytes) return fail(too_large(bytes));
  return good;
}

Status AnimatedGlb::add_frame(double seconds, std::span<const Vec3f> positions, std::span<const Vec3f> normals) {
  const Status good = check_frame(seconds, {positions, normals, triangles_});
  if (!good) return good;
  const bool is_first = seconds_.empty();
  if (is_first) {
    first_positions_.assign(positions.begin(), positions.end());
    first_normals_.assign(normals.begin(), normals.end());
  }
  constexpr float kFar = std::numeric_limits<float>::infinity();
  Bounds b{{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};
  for (std::size_t k = 0; k < vertices_; ++k) {
    const Vec3f p = is_first ? positions[k] : positions[k] - first_positions_[k];
    b.least = {std::min(b.least.x, p.x), std::min(b.least.y, p.y), std::min(b.least.z, p.z)};
    b.most = {std::max(b.most.x, p.x), std::max(b.most.y, p.y), std::max(b.most.z, p.z)};
    append_floats(bytes_, p);
  }
  for (std::size_t k = 0; k < vertices_; ++k) {
    append_floats(bytes_, is_first ? normals[k] : normals[k] - first_normals_[k]);
  }
  bounds_.push_back(b);
  seconds_.push_back(static_cast<float>(seconds));
  return {};
}

std::string AnimatedGlb::meshes() const {
  std::string text =
      "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":1,\"NORMAL\":2},\"indices\":0,\"material\":0";
  for (std::size_t k = 1; k < seconds_.size(); ++k) {
    text += (k == 1 ? ",\"targets\":[" : ",") + std::string("{\"POSITION\":") + std::to_string(1 + 2 * k) +
            ",\"NORMAL\":" + std::to_string(2 + 2 * k) + "}";
  }
  return text + (seconds_.size() > 1 ? "]" : "") + "}]}],\n";
}

std::string AnimatedGlb::animations(GlbMotion motion) const {
  if (seconds_.size() < 2) return {};
  const std::string times = std::to_string(1 + 2 * seconds_.size()), weights = std::to_string(2 + 2 * seconds_.size());
  return "\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"weights\"}}],\"samplers\":[{"
         "\"input\":" +
         times + ",\"output\":" + weights + ",\"interpolation\":\"" + (motion == GlbMotion::step ? "STEP" : "LINEAR") +
         "\"}]}],\n";
}

std::string AnimatedGlb::accessors() const {
  const std::uint64_t frames = seconds_.size();
  std::string text =
      "\"accessors\":[" +
      glb::accessor_text({.view = 0, .component = glb::kUnsignedInt, .count = 3 * triangles_.size(), .type = "SCALAR"});
  for (std::size_t k = 0; k < frames; ++k) {
    const std::string bounds =
        ",\"min\":" + glb::vector_text(bounds_[k].least) + ",\"max\":" + glb::vector_text(bounds_[k].most);
    glb::AccessorText accessor{.view = 1, .count = vertices_, .offset = 2 * k * vertex_bytes(), .type = "VEC3"};
    accessor.bounds = bounds;
    text += ",\n" + glb::accessor_text(accessor);
    accessor.bounds.clear();
    accessor.offset += vertex_bytes();
    text += ",\n" + glb::accessor_text(accessor);
  }
  if (frames > 1) {
    const std::string bounds = ",\"min\":[" + number(seconds_.front()) + "],\"max\":[" + number(seconds_.back()) + "]";
    text += ",\n" + glb::accessor_text({.view = 2, .count = frames, .type = "SCALAR", .bounds = bounds});
    text +=
        ",\n" + glb::accessor_text({.view = 2, .count = frames * (frames - 1), .offset = 4 * frames, .type = "SCALAR"});
  }
  return text + "],\n";
}

std::string AnimatedGlb::views() const {
  const std::uint64_t frames = seconds_.size(), indices = 12 * triangles_.size(), data = 2 * vertex_bytes() * frames;
  std::string text =
      "\"bufferViews\":[" + glb::view_text({.offset = 0, .length = indices, .target = glb::kElementArray});
  text += ",\n" + glb::view_text({.offset = indices, .length = data, .target = glb::kArray, .stride = 12});
  if (frames > 1) text += ",\n" + glb::view_text({.offset = indices + data, .length = total(frames) - indices - data});
  return text + "],\n\"buffers\":[{\"byteLength\":" + std::to_string(total(frames)) + "}]}";
}

std::string AnimatedGlb::json(const GlbMaterial& material, GlbMotion motion,
                              std::span<const TextEntry> metadata) const {
  return "{\"asset\":" + glb::asset_text(metadata) +
         ",\n\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],\n" + meshes() + animations(motion) +
         material_text(material) + accessors() + views();
}

Result<Bytes> AnimatedGlb::finish(const GlbMaterial& material, GlbMotion motion, std::span<const TextEntry> metadata) {
  if (seconds_.empty()) return fail({.found = "the animation has no frame", .allowed = "allowed one or more"});
  if (const Status good = check_material(material); !good) return fail(good.error());
  const std::optional<Bytes> head = glb::head(json(material, motion, metadata), total(seconds_.size()));
  if (!head) return fail(too_large(total(seconds_.size())));
  const std::size_t frames = seconds_.size();
  for (std::size_t k = 0; frames > 1 && k < frames; ++k) append_float(bytes_, static_cast<double>(seconds_[k]));
  for (std::size_t k = 0; k < frames; ++k) {
    for (std::size_t target = 1; target < frames; ++target) append_float(bytes_, target == k ? 1 : 0);
  }
  bytes_.insert(bytes_.begin(), head->begin(), head->end());  // within what was reserved
  return std::move(bytes_);
}

}  // namespace solgel::io
