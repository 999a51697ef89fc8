#include "jelly_scene.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include "core/number.h"
#include "core/params.h"
#include "read_file.h"

namespace solgel::cli {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20, kMostPathBytes = std::size_t{64} << 20;
constexpr std::size_t kMostEvents = 4096, kMostColliders = 64, kMostPoints = std::size_t{1} << 20;
constexpr double kMostSeconds = 86400, kFarthest = 1000;

// Reads a scene's tables; each member takes what it knows and refuses the rest.
class SceneReader {
 public:
  SceneReader(std::string path, TakeParameter take) : path_(std::move(path)), take_(take) {}

  Result<JellyScene> read(const toml::table& all) {
    for (const auto& [key, node] : all) {
      const Status done = take_group(key, node);
      if (!done) return fail(done.error());
    }
    std::stable_sort(scene_.events.begin(), scene_.events.end(),
                     [](const JellyEvent& a, const JellyEvent& b) { return a.time < b.time; });
    return std::move(scene_);
  }

 private:
  tl::unexpected<Error> refuse(const toml::source_region& where, std::string found, std::string allowed) const {
    return fail({.found = std::move(found),
                 .allowed = std::move(allowed),
                 .remedy = "change this line",
                 .file = path_,
                 .line = static_cast<std::uint64_t>(where.begin.line)});
  }

  Status take_group(const toml::key& key, const toml::node& node) {
    const std::string name(key.str());
    const bool is_list = name == "collider" || name == "event";
    if (is_list && node.is_array()) {
      for (const toml::node& item : *node.as_array()) {
        const toml::table* table = item.as_table();
        if (table == nullptr) return refuse(item.source(), name + " is no table", "wanted [[" + name + "]]");
        if (Status s = name == "event" ? take_event(*table) : take_collider(*table); !s) return s;
      }
      return {};
    }
    const toml::table* table = node.as_table();
    if (table == nullptr || is_list || (name != "body" && name != "jelly" && name != "look" && name != "light")) {
      return refuse(key.source(), "'" + name + "'",
                    "allowed [body], [jelly], [look], [light], [[collider]], [[event]]");
    }
    for (const auto& [inner, value] : *table) {
      if (Status s = name == "body" ? take_body(inner, value) : take_parameter(inner, value); !s) return s;
    }
    return {};
  }

  Status take_parameter(const toml::key& key, const toml::node& node) {
    const auto value = node.value<double>();
    if (!value) return refuse(node.source(), std::string(key.str()) + " is no number", "wanted name = number");
    Status done = take_(std::string(key.str()), *value);
    if (!done) {
      done.error().file = path_;
      done.error().line = static_cast<std::uint64_t>(key.source().begin.line);
      done.error().remedy = "change this line";
    }
    return done;
  }

  Status number(const toml::key& key, const toml::node& node, double low, double high, double& to) {
    const auto value = node.value<double>();
    if (!value || !(*value >= low && *value <= high)) {
      return refuse(node.source(), std::string(key.str()) + (value ? " is " + number_text(*value) : " is no number"),
                    "allowed " + number_text(low) + " to " + number_text(high));
    }
    to = *value;
    return {};
  }
  Status whole(const toml::key& key, const toml::node& node, int low, int high, int& to) {
    double value = 0;
    if (Status s = number(key, node, low, high, value); !s) return s;
    if (value != std::floor(value)) return refuse(node.source(), std::string(key.str()) + " is no whole number", "");
    to = static_cast<int>(value);
    return {};
  }
  Status text(const toml::key& key, const toml::node& node, std::string& to) {
    const auto value = node.value<std::string>();
    if (!value || value->empty())
      return refuse(node.source(), std::string(key.str()) + " is no text", "wanted \"...\"");
    to = *value;
    return {};
  }
  Status vector(const std::string& name, const toml::node& node, Vec3& to) {
    double v[3];
    if (!numbers(node, 3, v)) {
      return refuse(node.source(), name + " is no point", "wanted [x, y, z], each within 1000 m");
    }
    to = {v[0], v[1], v[2]};
    return {};
  }
  static bool numbers(const toml::node& node, std::size_t count, double* to) {
    const toml::array* list = node.as_array();
    if (list == nullptr || list->size() != count) return false;
    for (std::size_t k = 0; k < count; ++k) {
      const auto value = (*list)[k].value<double>();
      if (!value || !(std::abs(*value) <= (count == 4 && k == 0 ? kMostSeconds : kFarthest))) return false;
      to[k] = *value;
    }
    return true;
  }

  Status take_body(const toml::key& key, const toml::node& node) {
    const std::string name(key.str());
    if (name == "mesh") {
      std::string mesh;
      if (Status s = text(key, node, mesh); !s) return s;
      scene_.mesh = beside(mesh);
      return {};
    }
    const bool is_of_mesh = name == "unit" || name == "size" || name == "height" || name == "passes" || name == "cells";
    scene_.shapes_mesh = scene_.shapes_mesh || is_of_mesh;
    if (name == "unit") return number(key, node, 1e-9, 1e9, scene_.unit);
    if (name == "size") return number(key, node, 1e-6, 2, scene_.size);
    if (name == "height") return number(key, node, -1, 1, scene_.height);
    if (name == "passes") return whole(key, node, 0, 2, scene_.passes);
    if (name == "cells") return whole(key, node, 2, 128, scene_.cells);
    if (name == "velocity") return vector(name, node, scene_.velocity);
    if (name == "pin_above") return number(key, node, -kFarthest, kFarthest, scene_.pin_above.emplace());
    if (name == "pin_below") return number(key, node, -kFarthest, kFarthest, scene_.pin_below.emplace());
    return refuse(key.source(), "body has no '" + name + "'",
                  "allowed mesh, unit, size, height, passes, cells, velocity, pin_above, pin_below");
  }

  Status take_collider(const toml::table& table) {
    using Kind = jelly::Collider::Kind;
    if (scene_.colliders.size() == kMostColliders) {
      return refuse(table.source(), "one more collider", "allowed " + std::to_string(kMostColliders));
    }
    jelly::Collider collider;
    std::string kind;
    for (const auto& [key, node] : table) {
      const std::string name(key.str());
      Status s;
      if (name == "kind") {
        s = text(key, node, kind);
      } else if (name == "centre") {
        s = vector(name, node, collider.centre);
      } else if (name == "normal") {
        s = vector(name, node, collider.normal);
      } else if (name == "half") {
        s = vector(name, node, collider.half);
      } else if (name == "radius") {
        s = number(key, node, 1e-6, kFarthest, collider.radius);
      } else {
        s = refuse(key.source(), "a collider has no '" + name + "'", "allowed kind, centre, normal, half, radius");
      }
      if (!s) return s;
    }
    if (kind == "plane") {
      const double size = length(collider.normal);
      if (!(size > 0)) return refuse(table.source(), "the plane's normal has no length", "wanted [x, y, z]");
      collider.normal = (1 / size) * collider.normal;
    } else if (kind == "sphere") {
      collider.kind = Kind::sphere;
      if (!(collider.radius > 0)) return refuse(table.source(), "the sphere has no radius", "wanted radius = ...");
    } else if (kind == "box") {
      collider.kind = Kind::box;
      const Vec3 h = collider.half;
      if (!(std::min({h.x, h.y, h.z}) > 0))
        return refuse(table.source(), "the box has no size", "wanted half = [x, y, z]");
    } else {
      return refuse(table.source(), "a collider of kind '" + kind + "'", "allowed plane, sphere, box");
    }
    scene_.colliders.push_back(collider);
    return {};
  }

  Status take_event(const toml::table& table) {
    using Kind = JellyEvent::Kind;
    if (scene_.events.size() == kMostEvents) {
      return refuse(table.source(), "one more event", "allowed " + std::to_string(kMostEvents));
    }
    JellyEvent event;
    std::string what;
    bool has_point = false;
    for (const auto& [key, node] : table) {
      const std::string name(key.str());
      Status s;
      if (name == "time") {
        s = number(key, node, 0, kMostSeconds, event.time);
      } else if (name == "do") {
        s = text(key, node, what);
      } else if (name == "at") {
        s = vector(name, node, event.at);
        has_point = true;
      } else if (name == "path") {
        s = node.is_string() ? take_path_file(node, event.path) : take_path(node, event.path);
      } else {
        s = refuse(key.source(), "an event has no '" + name + "'", "allowed time, do, at, path");
      }
      if (!s) return s;
    }
    const std::pair<const char*, Kind> kinds[] = {
        {"nudge", Kind::nudge}, {"grab", Kind::grab}, {"release", Kind::release}, {"reset", Kind::reset}};
    const auto found = std::find_if(std::begin(kinds), std::end(kinds), [&](const auto& k) { return what == k.first; });
    if (found == std::end(kinds)) {
      return refuse(table.source(), "an event does '" + what + "'", "allowed nudge, grab, release, reset");
    }
    event.kind = found->second;
    if (event.kind == Kind::grab && !has_point) {
      return refuse(table.source(), "a grab without a place", "wanted at = [x, y, z]");
    }
    scene_.events.push_back(std::move(event));
    return {};
  }

  Status take_path(const toml::node& node, std::vector<PathPoint>& path) {
    const toml::array* list = node.as_array();
    if (list == nullptr) return refuse(node.source(), "the path is no list", "wanted [[time, x, y, z], ...]");
    for (const toml::node& item : *list) {
      double v[4];
      if (!numbers(item, 4, v)) return refuse(item.source(), "a point of the path", "wanted [time, x, y, z]");
      if (Status s = add_point(path, v); !s) return refuse(item.source(), s.error().found, s.error().allowed);
    }
    return {};
  }

  Status take_path_file(const toml::node& node, std::vector<PathPoint>& path) {
    const std::string name = beside(*node.value<std::string>());
    const Result<io::Bytes> bytes = read_file(name, kMostPathBytes);
    if (!bytes) return fail(bytes.error());
    const char* at = reinterpret_cast<const char*>(bytes->data());
    const char* const end = at + bytes->size();
    for (std::uint64_t line = 1; at != end; ++line) {
      const char* const stop = std::find(at, end, '\n');
      if (Status s = take_line(at, stop, path); !s) {
        Error error = s.error();
        error.file = name;
        error.line = line;
        return fail(std::move(error));
      }
      at = stop == end ? end : stop + 1;
    }
    return {};
  }
  Status take_line(const char* at, const char* stop, std::vector<PathPoint>& path) {
    const auto skip = [&] {
      while (at != stop && (*at == ' ' || *at == '\t' || *at == ',' || *at == '\r')) ++at;
    };
    skip();
    if (at == stop || *at == '#') return {};
    double v[4];
    for (double& value : v) {
      if (!parse_number(at, stop, value, true)) {
        return fail(
            {.found = "no number where one is wanted", .allowed = "wanted time, x, y, z", .remedy = "correct it"});
      }
      skip();
    }
    if (at != stop) return fail({.found = "more than four numbers", .allowed = "wanted time, x, y, z"});
    return add_point(path, v);
  }
  static Status add_point(std::vector<PathPoint>& path, const double v[4]) {
    if (path.size() == kMostPoints) return fail({.found = "one more point", .allowed = "allowed 2^20"});
    if (!(v[0] >= 0 && v[0] <= kMostSeconds) || (!path.empty() && v[0] <= path.back().time)) {
      return fail({.found = "time " + number_text(v[0]), .allowed = "times from 0 to 86400 s that ascend"});
    }
    for (int k = 1; k < 4; ++k) {
      if (!(std::abs(v[k]) <= kFarthest)) {
        return fail({.found = "coordinate " + number_text(v[k]), .allowed = "-1000 to 1000 m"});
      }
    }
    path.push_back({v[0], {v[1], v[2], v[3]}});
    return {};
  }

  std::string beside(const std::string& name) const {
    return (std::filesystem::path(path_).parent_path() / name).lexically_normal().string();
  }

  std::string path_;
  TakeParameter take_;
  JellyScene scene_;
};

}  // namespace

Result<JellyScene> read_scene(const std::string& path, TakeParameter take) {
  const Result<io::Bytes> bytes = read_file(path, kMostBytes);
  if (!bytes) return fail(bytes.error());
  const std::string name = path == "-" ? "stdin" : path;
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  const toml::parse_result parsed = toml::parse(text, name);
  if (!parsed) {
    return fail({.found = std::string(parsed.error().description()),
                 .allowed = "wanted a scene (docs/jelly.md)",
                 .file = name,
                 .line = static_cast<std::uint64_t>(parsed.error().source().begin.line)});
  }
  return SceneReader(name, take).read(parsed.table());
}

Vec3 along(const std::vector<PathPoint>& path, double time) {
  const auto after =
      std::upper_bound(path.begin(), path.end(), time, [](double t, const PathPoint& p) { return t < p.time; });
  if (after == path.begin()) return path.front().to;
  if (after == path.end()) return path.back().to;
  const PathPoint &a = *(after - 1), &b = *after;
  return a.to + ((time - a.time) / (b.time - a.time)) * (b.to - a.to);
}

}  // namespace solgel::cli
