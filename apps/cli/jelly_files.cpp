#include "jelly_files.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/core.h>

#include "commands.h"
#include "core/version.h"
#include "io/body_files.h"
#include "io/mesh_read.h"
#include "io/png.h"
#include "outputs.h"
#include "read_file.h"
#include "render/filmic.h"

namespace solgel::cli {
namespace {

constexpr std::size_t kMostMeshBytes = std::size_t{4} << 30;
constexpr int kFrameSamples = 24;  // of a video's pixels, when nobody asks for another number

// name-%04d.ply with 7 is name-0007.ply; empty without a place for a number.
std::string numbered(const std::string& name, long long number) {
  const std::size_t percent = name.find('%');
  if (percent == std::string::npos) return {};
  const std::size_t d = name.find('d', percent);
  if (d == std::string::npos) return {};
  const std::string digits = name.substr(percent + 1, d - percent - 1);
  if (digits.size() > 2 || digits.find_first_not_of("0123456789") != std::string::npos) return {};
  const std::size_t width = digits.empty() ? 1 : std::stoul(digits);
  std::string text = std::to_string(number);
  if (text.size() < width) text.insert(0, width - text.size(), '0');
  return name.substr(0, percent) + text + name.substr(d + 1);
}

bool is_surface(const std::string& e) {
  return e == ".obj" || e == ".ply" || e == ".stl";
}

// Of a series beside its .pvd.
std::string series_name(const std::string& pvd, long long number) {
  const std::filesystem::path path(pvd);
  return (path.parent_path() / (path.stem().string() + "-" + numbered("%4d", number) + ".vtu")).string();
}

Vec3 eye_of(const render::JellyLook& look) {
  const double polar = look.polar * kPi / 180, azimuth = look.azimuth * kPi / 180;
  return {look.distance * std::sin(polar) * std::sin(azimuth), look.target + look.distance * std::cos(polar),
          look.distance * std::sin(polar) * std::cos(azimuth)};
}

render::FloorLight floor_light(const optics::Atlas& atlas) {
  return {.size = atlas.size, .span = atlas.span, .centre = {atlas.x, atlas.z}, .irradiance = atlas.irradiance};
}

// Berry, mint and honey in a row, far enough away to see all three.
Result<render::Image> paint_all(const JellyOptions& o, JellyJob& job, render::JellyLook look, render::ImageSize size) {
  const jelly::Metrics m = jelly::measure(job.body());
  const double spacing = 1.22 * m.box.size().x;
  const double aspect = static_cast<double>(size.width) / size.height;
  const double wanted = (1.5 * spacing + 0.01) / (std::tan(look.fov * kPi / 360) * aspect) + 0.5 * m.box.size().z;
  look.distance = std::max(look.distance, wanted);
  const render::JellyFlavour flavours[3] = {render::kBerry, render::kMint, render::kHoney};
  optics::Atlas atlases[3];
  render::FloorLight lights[3];
  std::vector<render::JellyBody> bodies;
  for (int k = 0; k < 3; ++k) {
    job.refresh_light(optics::with_flavour(o.light, static_cast<optics::Flavour>(k)), o.transport, eye_of(look));
    atlases[k] = job.light().atlas();
    lights[k] = floor_light(atlases[k]);
    bodies.push_back({job.surface(), flavours[k], &lights[k], {(k - 1) * spacing, 0}});
  }
  return render::render_jellies(bodies, look, size);
}

// What a node or an element carries into a file for ParaView.
struct Fields {
  std::vector<Vec3> points, displacement, velocity;
  std::vector<double> ratio, energy;
};
Fields fields_of(const jelly::Body& body) {
  Fields f;
  const jelly::Cage& cage = body.cage();
  for (std::size_t k = 0; k < cage.points.size(); ++k) {
    f.points.push_back(jelly::position(body.nodes()[k]));
    f.displacement.push_back(f.points.back() - cage.points[k]);
    f.velocity.push_back(body.velocities()[k]);
  }
  for (std::size_t k = 0; k < cage.elements.size(); ++k) {
    const jelly::ElementState element = jelly::element_state(body, k);
    f.ratio.push_back(element.ratio);
    f.energy.push_back(element.energy_density);
  }
  return f;
}

// One row of the metrics: names and values as text, empty where there is none.
std::vector<std::pair<const char*, std::string>> metrics_row(const jelly::Metrics& m, double milliseconds) {
  return {{"step", std::to_string(m.step)},
          {"seconds", number_text(m.time)},
          {"mass_kg", number_text(m.mass)},
          {"volume_ratio", number_text(m.volume_ratio)},
          {"kinetic_energy_j", number_text(m.kinetic_energy)},
          {"elastic_energy_j", number_text(m.elastic_energy)},
          {"rigid_rms", number_text(m.rigid_rms)},
          {"internal_rms", number_text(m.internal_rms)},
          {"least_element_ratio", number_text(m.least_ratio)},
          {"largest_element_ratio", number_text(m.largest_ratio)},
          {"contacts", std::to_string(m.contacts)},
          {"centre_x", number_text(m.centre.x)},
          {"centre_y", number_text(m.centre.y)},
          {"centre_z", number_text(m.centre.z)},
          {"asleep", m.asleep ? "1" : "0"},
          {"step_milliseconds", milliseconds < 0 ? "" : fmt::format("{:.4f}", milliseconds)}};
}

Status write_body(const std::string& name, const jelly::Body& body, const io::Metadata& metadata) {
  const Fields f = fields_of(body);
  const io::VectorField vectors[] = {{"displacement", f.displacement}, {"velocity", f.velocity}};
  const io::ScalarField scalars[] = {{"volume_ratio", f.ratio}, {"energy_density", f.energy}};
  const auto bytes =
      io::encode_body({f.points, body.cage().elements},
                      {.node_vectors = vectors, .node_scalars = {}, .element_scalars = scalars, .seconds = body.time()},
                      extension(name), metadata);
  return bytes ? io::write_file_atomically(name, *bytes) : Status(fail(bytes.error()));
}

}  // namespace

Result<JellyShape> load_shape(const JellyScene& scene) {
  if (scene.mesh.empty()) return flower_shape();
  const std::string other_name = io::mesh_companion(scene.mesh);
  const Result<io::Bytes> bytes = read_file(scene.mesh, kMostMeshBytes);
  if (!bytes) return fail(bytes.error());
  io::Bytes other;
  if (!other_name.empty()) {
    Result<io::Bytes> second = read_file(other_name, kMostMeshBytes);
    if (!second) return fail(second.error());
    other = std::move(*second);
  }
  Result<io::MeshFile> file = io::read_mesh({*bytes, scene.mesh}, {other, other_name});
  if (!file) return fail(file.error());
  const JellyPlace place{.unit = scene.unit, .size = scene.size, .height = scene.height};
  Result<JellyShape> shape =
      std::holds_alternative<TetrahedralMesh>(file->mesh)
          ? shape_of(std::move(std::get<TetrahedralMesh>(file->mesh)), place, scene.passes, stem(scene.mesh))
          : shape_of(std::move(std::get<TriangleMesh>(file->mesh)), place, scene.cells, stem(scene.mesh));
  if (!shape) {
    shape.error().file = scene.mesh;
    return shape;
  }
  file->warnings.set_file(scene.mesh);
  file->warnings.adopt(shape->warnings);
  shape->warnings = std::move(file->warnings);
  return shape;
}

std::vector<std::uint32_t> pinned_nodes(const JellyScene& scene, const jelly::Cage& cage) {
  std::vector<std::uint32_t> pinned;
  for (std::uint32_t k = 0; k < cage.points.size(); ++k) {
    const double y = cage.points[k].y;
    if ((scene.pin_above && y >= *scene.pin_above) || (scene.pin_below && y <= *scene.pin_below)) pinned.push_back(k);
  }
  return pinned;
}

io::Metadata jelly_metadata(const JellyOptions& o) {
  io::Metadata entries{{"Software", std::string("solgel ") + kVersion},
                       {"Title", o.scene.mesh.empty() ? "flower" : stem(o.scene.mesh)},
                       {"scheme", std::string(scheme_name(o.scheme))},
                       {"transport", o.transport == optics::Scheme::adaptive ? "adaptive" : "specified"}};
  for (const auto& row : jelly::kParams) entries.push_back({std::string(row.name), number_text(row.get(o.jelly))});
  for (const auto& row : render::kJellyLook) entries.push_back({std::string(row.name), number_text(row.get(o.look))});
  for (const auto& row : optics::kParams) {
    if (row.name != "ior") entries.push_back({std::string(row.name), number_text(row.get(o.light))});
  }
  return entries;
}

Result<render::Image8> paint_jelly(const JellyOptions& o, JellyJob& job, render::ImageSize size, bool is_frame) {
  job.refresh_surface();
  render::JellyLook look = o.look;
  if (is_frame && !o.has_samples) look.samples = kFrameSamples;
  Result<render::Image> image;
  if (o.all_flavours) {
    image = paint_all(o, job, look, size);
  } else {
    job.refresh_light(o.light, o.transport, eye_of(look));
    const render::FloorLight light = floor_light(job.light().atlas());
    const int side = std::min(size.width, size.height);
    if (o.view == JellyView::caustics) return render::jelly_caustics_picture(light, side);
    if (o.view == JellyView::shadow) {
      const optics::Masks& masks = job.light().masks();
      return render::jelly_masks_picture({masks.size, masks.span, {masks.x, masks.z}, masks.texels}, side);
    }
    image = o.view == JellyView::wireframe
                ? render::render_jelly_wireframe(job.surface(), o.flavour, &light, look, size)
                : render::render_jelly(job.surface(), o.flavour, &light, look, size);
  }
  if (!image) return fail(image.error());
  return render::develop(*image, render::filmic);
}

Status JellyOutputs::open_video() {
  video_size_ =
      options_.size.value_or(options_.all_flavours ? render::ImageSize{1280, 640} : render::ImageSize{960, 720});
  if (options_.view == JellyView::shadow || options_.view == JellyView::caustics) {
    video_size_.width = video_size_.height = std::min(video_size_.width, video_size_.height);
  }
  video_size_ = {video_size_.width / 2 * 2, video_size_.height / 2 * 2};
  io::VideoSettings settings{.width = video_size_.width, .height = video_size_.height, .fps = options_.fps};
  settings.metadata = jelly_metadata(options_);
  auto video = io::VideoWriter::open(options_.video, settings);
  if (!video) return fail(video.error());
  video_.emplace(std::move(*video));
  return {};
}

Status JellyOutputs::open() {
  if (!options_.video.empty()) {
    if (Status opened = open_video(); !opened) return opened;
  }
  for (const std::string& name : options_.geometry) {
    const std::string e = extension(name);
    needs_frames_ = needs_frames_ || e == ".pvd" || !numbered(name, 0).empty();
    if (e == ".glb" && !animation_) {
      const SurfaceView surface = job_.surface();
      const double frames = (options_.seconds - job_.body().time()) * options_.fps + 2;
      animation_ = std::make_unique<io::AnimatedGlb>(surface.triangles, surface.positions.size(),
                                                     static_cast<std::size_t>(std::max(frames, 1.0)));
    }
  }
  if (!options_.metrics.empty()) {
    auto file = io::OutputFile::open(options_.metrics);
    if (!file) return fail(file.error());
    metrics_.emplace(std::move(*file));
  }
  while (job_.body().steps() > 0 && frame_time(frame_) <= job_.body().time() + 1e-9) ++frame_;
  return {};
}

Status JellyOutputs::add_row(double milliseconds) {
  if (!metrics_) return {};
  const bool is_json = extension(options_.metrics) == ".json";
  std::string names, values;
  for (const auto& [name, value] : metrics_row(jelly::measure(job_.body()), milliseconds)) {
    names += (names.empty() ? "" : ",") + std::string(name);
    if (!values.empty()) values += is_json ? ", " : ",";
    values += is_json ? "\"" + std::string(name) + "\": " + (value.empty() ? "null" : value) : value;
  }
  const std::string row = is_json     ? (has_rows_ ? ",\n{" : "[\n{") + values + "}"
                          : has_rows_ ? values + "\n"
                                      : names + "\n" + values + "\n";
  has_rows_ = true;
  return metrics_->write(std::as_bytes(std::span(row)));
}

Status JellyOutputs::write_geometry(const std::string& file) const {
  const std::string e = extension(file);
  if (!is_surface(e)) return write_body(file, job_.body(), jelly_metadata(options_));
  const auto bytes = io::encode_surface(job_.surface(), e, jelly_metadata(options_));
  return bytes ? io::write_file_atomically(file, *bytes) : Status(fail(bytes.error()));
}

Status JellyOutputs::add_geometry(const std::string& name, double seconds) {
  const std::string e = extension(name), file = e == ".pvd" ? series_name(name, frame_) : numbered(name, frame_);
  if (file.empty()) return {};
  if (e == ".pvd") series_.emplace_back(seconds, std::filesystem::path(file).filename().string());
  return write_geometry(file);
}

Status JellyOutputs::add_frame(double seconds) {
  if (video_) {
    const auto image = paint_jelly(options_, job_, video_size_, true);
    if (!image) return fail(image.error());
    if (Status put = video_->write({image->width, image->height, image->rgb}); !put) return put;
  } else {
    job_.refresh_surface();
  }
  if (animation_) {
    if (Status added = animation_->add_frame(seconds, job_.surface().positions, job_.surface().normals); !added)
      return added;
  }
  for (const std::string& name : options_.geometry) {
    if (Status added = add_geometry(name, seconds); !added) return added;
  }
  return {};
}

Status JellyOutputs::add_step(double milliseconds) {
  if (Status added = add_row(milliseconds); !added) return added;
  if (!video_ && !animation_ && !needs_frames_) return {};
  while (frame_time(frame_) <= job_.body().time() + 1e-9) {
    if (Status added = add_frame(frame_time(frame_)); !added) return added;
    ++frame_;
  }
  return {};
}

Status JellyOutputs::write_end(const std::string& name) {
  const std::string e = extension(name);
  if (e == ".pvd") {
    std::vector<io::SeriesFile> files;
    for (const auto& [seconds, file] : series_) files.push_back({seconds, file});
    return io::write_file_atomically(name, io::encode_series(files, jelly_metadata(options_)));
  }
  if (!numbered(name, 0).empty() || e == ".glb") return {};
  return write_geometry(name);
}

Status JellyOutputs::finish() {
  job_.refresh_surface();
  if (video_) {
    if (Status done = video_->finish(); !done) return done;
  }
  if (metrics_) {
    if (extension(options_.metrics) == ".json") {
      const std::string end = has_rows_ ? "\n]\n" : "[]\n";
      if (Status put = metrics_->write(std::as_bytes(std::span(end))); !put) return put;
    }
    if (Status done = metrics_->commit(); !done) return done;
  }
  if (animation_) {
    const Vec3f s = options_.flavour.sigma;
    constexpr float kDistance = 0.035f;  // m, the text's
    const auto kept = [&](float sigma) { return std::exp(-sigma * kDistance); };
    const io::GlbMaterial material{.base_colour = options_.flavour.colour,
                                   .roughness = static_cast<float>(options_.look.roughness),
                                   .transmission = 1,
                                   .ior = static_cast<float>(options_.look.ior),
                                   .thickness = 0.035f,
                                   .attenuation_colour = {kept(s.x), kept(s.y), kept(s.z)},
                                   .attenuation_distance = kDistance};
    const auto bytes = animation_->finish(material, io::GlbMotion::linear, jelly_metadata(options_));
    if (!bytes) return fail(bytes.error());
    for (const std::string& name : options_.geometry) {
      if (extension(name) != ".glb") continue;
      if (Status put = io::write_file_atomically(name, *bytes); !put) return put;
    }
  }
  for (const std::string& name : options_.geometry) {
    if (Status written = write_end(name); !written) return written;
  }
  return {};
}

}  // namespace solgel::cli
