// The C API for soft bodies: hashes that WebAssembly must reproduce, slices, checkpoints, failures that leave the
// handle as it was.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "solgel/solgel.h"

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kCamera[3] = {0, 0.096, 0.196};

struct Closer {
  void operator()(solgel_jelly* j) const { solgel_jelly_destroy(j); }
};
using Jelly = std::unique_ptr<solgel_jelly, Closer>;

Jelly make() {
  return Jelly(solgel_jelly_create());
}
Jelly flower() {
  Jelly j = make();
  REQUIRE(solgel_jelly_begin(j.get()) == SOLGEL_OK);
  return j;
}

std::string error(const Jelly& j) {
  return solgel_jelly_error(j.get());
}

std::string bytes_of(const std::string& mesh) {
  std::ifstream in(SOLGEL_API_TRACKS "/../meshes/" + mesh, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
solgel_status read_mesh(const Jelly& j, const std::string& bytes, const std::string& name, int cells = 10) {
  return solgel_jelly_read_mesh(j.get(), reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(),
                                name.c_str(), 1, 0.1, 0.0124, cells);
}

template <class T>
std::vector<T> rest_of(std::istream& line) {
  std::vector<T> values;
  for (T v; line >> v;) values.push_back(v);
  return values;
}

// What a reader of tests/api/jelly_hashes.txt may do its own way, to the same bits.
struct Manner {
  double scheme = 0;
  std::uint32_t most_steps = 1u << 30;  // in a call
};

class Player {
 public:
  explicit Player(Manner manner) : manner_(manner) {}

  void line(const std::string& text) {
    CAPTURE(text);
    std::istringstream in(text);
    std::string command;
    in >> command;
    if (command == "new") return start_over();
    if (command == "points") {
      points_ = rest_of<double>(in);
    } else if (command == "cage" || command == "mesh") {
      shape(command, in);
    } else if (command == "pin") {
      const std::vector<std::uint32_t> nodes = rest_of<std::uint32_t>(in);
      CHECK(solgel_jelly_pin(j(), nodes.data(), nodes.size()) == SOLGEL_OK);
    } else if (command == "set" || command == "option") {
      std::string name;
      double value = 0;
      in >> name >> value;
      const auto give = command == "set" ? solgel_jelly_set : solgel_jelly_option;
      CHECK(give(j(), name.c_str(), value) == SOLGEL_OK);
    } else if (command.rfind("want_", 0) == 0) {
      std::string wanted;
      in >> wanted;
      CHECK(told(command.substr(5)) == wanted);
    } else {
      act(command, rest_of<double>(in));
    }
  }

 private:
  solgel_jelly* j() { return jelly_.get(); }

  void start_over() {
    jelly_ = make();
    CHECK(solgel_jelly_option(j(), "scheme", manner_.scheme) == SOLGEL_OK);
  }

  void shape(const std::string& command, std::istream& in) {
    double unit = 0, size = 0, height = 0;
    int fineness = 0;
    in >> unit >> size >> height >> fineness;
    const std::vector<std::uint32_t> indices = rest_of<std::uint32_t>(in);
    const auto give = command == "cage" ? solgel_jelly_cage : solgel_jelly_mesh;
    const std::size_t corners = command == "cage" ? 4 : 3;
    CHECK_MESSAGE(give(j(), points_.data(), static_cast<std::uint32_t>(points_.size() / 3), indices.data(),
                       static_cast<std::uint32_t>(indices.size() / corners), unit, size, height, fineness) == SOLGEL_OK,
                  error(jelly_));
  }

  void act(const std::string& command, const std::vector<double>& v) {
    if (command == "begin") CHECK_MESSAGE(solgel_jelly_begin(j()) == SOLGEL_OK, error(jelly_));
    if (command == "plane") CHECK(solgel_jelly_plane(j(), v.data(), v.data() + 3) == SOLGEL_OK);
    if (command == "sphere") CHECK(solgel_jelly_sphere(j(), v.data(), v[3]) == SOLGEL_OK);
    if (command == "box") CHECK(solgel_jelly_box(j(), v.data(), v.data() + 3) == SOLGEL_OK);
    if (command == "step") step(static_cast<std::uint32_t>(v[0]));
    if (command == "frames") {
      for (int k = 0; k < static_cast<int>(v[0]); ++k) CHECK(solgel_jelly_advance(j(), v[1], nullptr) == SOLGEL_OK);
    }
    if (command == "nudge") CHECK(solgel_jelly_nudge(j()) == SOLGEL_OK);
    if (command == "reset") CHECK(solgel_jelly_reset(j()) == SOLGEL_OK);
    if (command == "grab") CHECK(solgel_jelly_grab(j(), v.data(), v.data() + 3) == 1);
    if (command == "grab_nearest") CHECK(solgel_jelly_grab_nearest(j(), v.data()) == SOLGEL_OK);
    if (command == "move") CHECK(solgel_jelly_move_grab(j(), v.data()) == SOLGEL_OK);
    if (command == "release") CHECK(solgel_jelly_release(j()) == SOLGEL_OK);
    if (command == "surface") CHECK(solgel_jelly_refresh_surface(j()) == SOLGEL_OK);
    if (command == "light") CHECK(solgel_jelly_refresh_light(j(), v.data()) == SOLGEL_OK);
    if (command == "save") {
      state_.resize(solgel_jelly_state_size(j()));
      CHECK(solgel_jelly_save(j(), state_.data(), state_.size()) == SOLGEL_OK);
    }
    if (command == "restore") CHECK(solgel_jelly_restore(j(), state_.data(), state_.size()) == SOLGEL_OK);
  }

  void step(std::uint32_t count) {
    for (; count > 0; count -= std::min(count, manner_.most_steps)) {
      CHECK(solgel_jelly_step(j(), std::min(count, manner_.most_steps)) == SOLGEL_OK);
    }
  }

  std::string told(const std::string& what) {
    return what == "hash"         ? solgel_jelly_hash_text(j())
           : what == "light"      ? solgel_jelly_light_hash_text(j())
           : what == "positions"  ? solgel_jelly_sha256_positions(j())
           : what == "velocities" ? solgel_jelly_sha256_velocities(j())
                                  : "";
  }

  Manner manner_;
  Jelly jelly_;
  std::vector<double> points_;
  std::vector<std::uint8_t> state_;
};

void play(Manner manner) {
  std::ifstream script(SOLGEL_JELLY_HASHES);
  Player player(manner);
  int bodies = 0;
  for (std::string line; std::getline(script, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line.rfind("new ", 0) == 0) ++bodies;
    player.line(line);
  }
  CHECK(bodies == 6);
}

}  // namespace

TEST_CASE("six bodies move and are lit to the hashes that every build leaves") {
  play({});
}

#ifdef SOLGEL_QUICK_BUILD  // a minute of steps under the sanitizers

TEST_CASE("the reference solver, in calls of seven steps, leaves the same hashes") {
  play({.scheme = 1, .most_steps = 7});
}

#endif

TEST_CASE("frames of any length lead to the same motion, and a frame is at most twelve steps") {
  const Jelly whole = flower(), sliced = flower();
  std::uint32_t taken = 99, sum = 0;
  for (int k = 0; k < 20; ++k) REQUIRE(solgel_jelly_advance(whole.get(), 0.05, nullptr) == SOLGEL_OK);
  for (int k = 0; k < 240; ++k) {
    REQUIRE(solgel_jelly_advance(sliced.get(), 1.0 / 240, &taken) == SOLGEL_OK);
    sum += taken;
  }
  CHECK(sum == 240);
  CHECK(solgel_jelly_steps(whole.get()) == 240);
  CHECK(solgel_jelly_time(whole.get()) == doctest::Approx(1).epsilon(1e-12));
  CHECK(solgel_jelly_hash(whole.get()) == solgel_jelly_hash(sliced.get()));
  for (const double nothing : {0.0, -1.0, kNaN, -kInfinity}) {
    CHECK(solgel_jelly_advance(whole.get(), nothing, &taken) == SOLGEL_OK);
    CHECK(taken == 0);
  }
  CHECK(solgel_jelly_advance(whole.get(), kInfinity, &taken) == SOLGEL_OK);
  CHECK(taken == 12);
}

TEST_CASE("arrays come out as copies and as views, with the counts of the text") {
  const Jelly j = flower();
  std::uint32_t counts[4] = {};
  solgel_jelly_counts(j.get(), counts);
  CHECK(std::vector<std::uint32_t>(counts, counts + 4) == std::vector<std::uint32_t>{762, 3240, 6338, 12672});
  REQUIRE(solgel_jelly_step(j.get(), 30) == SOLGEL_OK);
  REQUIRE(solgel_jelly_refresh_surface(j.get()) == SOLGEL_OK);
  REQUIRE(solgel_jelly_refresh_light(j.get(), kCamera) == SOLGEL_OK);

  std::vector<double> positions(3 * 762), velocities(3 * 762);
  REQUIRE(solgel_jelly_positions(j.get(), positions.data(), positions.size()) == SOLGEL_OK);
  REQUIRE(solgel_jelly_velocities(j.get(), velocities.data(), velocities.size()) == SOLGEL_OK);
  solgel_jelly_metrics m;
  REQUIRE(solgel_jelly_measure(j.get(), &m) == SOLGEL_OK);
  static_assert(sizeof m == 28 * sizeof(double) && sizeof(solgel_jelly_light_report) == 18 * sizeof(double));
  CHECK(m.step == 30);
  CHECK(m.mass == doctest::Approx(0.12529682810044418).epsilon(1e-12));
  CHECK(m.volume_ratio > 0.9);
  CHECK(m.momentum[1] != 0);
  CHECK(m.asleep == 0);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    double low = 1, high = -1;
    for (std::size_t k = axis; k < positions.size(); k += 3) {
      low = std::min(low, positions[k]);
      high = std::max(high, positions[k]);
    }
    CHECK(m.low[axis] == low);
    CHECK(m.high[axis] == high);
  }
  CHECK(std::any_of(velocities.begin(), velocities.end(), [](double v) { return v != 0; }));

  std::vector<float> surface(3 * 6338), normals(3 * 6338), thickness(6338), caustics(3 * 384 * 384);
  std::vector<std::uint32_t> triangles(3 * 12672);
  std::vector<std::uint8_t> masks(2 * 192 * 192);
  REQUIRE(solgel_jelly_surface(j.get(), surface.data(), surface.size()) == SOLGEL_OK);
  REQUIRE(solgel_jelly_normals(j.get(), normals.data(), normals.size()) == SOLGEL_OK);
  REQUIRE(solgel_jelly_triangles(j.get(), triangles.data(), triangles.size()) == SOLGEL_OK);
  REQUIRE(solgel_jelly_thickness(j.get(), thickness.data(), thickness.size()) == SOLGEL_OK);
  REQUIRE(solgel_jelly_masks(j.get(), masks.data(), masks.size()) == SOLGEL_OK);
  REQUIRE(solgel_jelly_caustics(j.get(), caustics.data(), caustics.size()) == SOLGEL_OK);
  const auto same = [](const auto& copy, const auto* view) { return std::equal(copy.begin(), copy.end(), view); };
  CHECK(same(surface, solgel_jelly_surface_view(j.get())));
  CHECK(same(normals, solgel_jelly_normals_view(j.get())));
  CHECK(same(triangles, solgel_jelly_triangles_view(j.get())));
  CHECK(same(thickness, solgel_jelly_thickness_view(j.get())));
  CHECK(same(masks, solgel_jelly_masks_view(j.get())));
  CHECK(same(caustics, solgel_jelly_caustics_view(j.get())));
  CHECK(*std::max_element(triangles.begin(), triangles.end()) == 6337);
  CHECK(*std::max_element(masks.begin(), masks.end()) > 200);

  // The picture's light is what the report says was received, less what blurring carries over the edge: none here.
  double place[3], green = 0;
  solgel_jelly_light_report light;
  REQUIRE(solgel_jelly_light(j.get(), &light) == SOLGEL_OK);
  REQUIRE(solgel_jelly_caustics_frame(j.get(), place) == SOLGEL_OK);
  for (std::size_t k = 1; k < caustics.size(); k += 3) green += static_cast<double>(caustics[k]);
  CHECK(green * (place[0] / 384) * (place[0] / 384) == doctest::Approx(light.received[1]).epsilon(1e-4));
  CHECK(place[1] == doctest::Approx(m.centre[0]).epsilon(1e-9));
  CHECK(light.rays > 2113);  // 33^2 + 32^2, before any cell is refined
  CHECK(light.received[0] > light.received[1]);
  REQUIRE(solgel_jelly_masks_frame(j.get(), place) == SOLGEL_OK);
  CHECK(place[0] >= 0.22);
  const std::string report = solgel_jelly_report(j.get());
  for (const char* key : {"\"model\": \"jelly\"", "\"nodes\": 762", "\"optics\": {", "\"state_hash\": \""}) {
    CHECK_MESSAGE(report.find(key) != std::string::npos, key);
  }
  CHECK(report.find(solgel_jelly_hash_text(j.get())) != std::string::npos);
}

TEST_CASE("rays and cells behind the caustics are those of the report, and stay when caustics are left out") {
  const Jelly j = flower();
  REQUIRE(solgel_jelly_refresh_light(j.get(), kCamera) == SOLGEL_OK);
  std::vector<double> rays(8 * 65 * 65), later(rays.size());
  std::vector<std::uint8_t> cells(32 * 32);
  solgel_jelly_light_report light;
  REQUIRE(solgel_jelly_light_rays(j.get(), rays.data(), rays.size()) == SOLGEL_OK);
  REQUIRE(solgel_jelly_light_cells(j.get(), cells.data(), cells.size()) == SOLGEL_OK);
  REQUIRE(solgel_jelly_light(j.get(), &light) == SOLGEL_OK);
  int valid = 0, plain = 0;
  for (std::size_t k = 0; k < rays.size(); k += 8) {
    const double* ray = &rays[k];
    if (ray[7] == 0) continue;
    ++valid;
    plain += ray[7] == 4;
    CHECK((ray[6] > 0 && ray[5] > 0));
    for (std::size_t c = 2; c < 5; ++c) CHECK((ray[c] > 0 && ray[c] < 1));
  }
  CHECK(valid == light.valid_rays);
  CHECK(plain > valid / 2);
  CHECK(std::count(cells.begin(), cells.end(), 1) == light.flagged_cells);
  CHECK(solgel_jelly_light_rays(j.get(), rays.data(), rays.size() - 1) == SOLGEL_BAD_INPUT);

  // From another side, without caustics: thickness is new, rays and picture are not.
  std::vector<float> thickness(6338), seen(6338), caustics(3 * 384 * 384);
  REQUIRE(solgel_jelly_thickness(j.get(), thickness.data(), thickness.size()) == SOLGEL_OK);
  REQUIRE(solgel_jelly_caustics(j.get(), caustics.data(), caustics.size()) == SOLGEL_OK);
  REQUIRE(solgel_jelly_step(j.get(), 30) == SOLGEL_OK);
  REQUIRE(solgel_jelly_refresh_surface(j.get()) == SOLGEL_OK);
  REQUIRE(solgel_jelly_option(j.get(), "transport", 2) == SOLGEL_OK);
  const double aside[3] = {0.2, 0.1, 0};
  REQUIRE(solgel_jelly_refresh_light(j.get(), aside) == SOLGEL_OK);
  REQUIRE(solgel_jelly_thickness(j.get(), seen.data(), seen.size()) == SOLGEL_OK);
  REQUIRE(solgel_jelly_light_rays(j.get(), later.data(), later.size()) == SOLGEL_OK);
  CHECK(seen != thickness);
  CHECK(later == rays);
  CHECK(std::equal(caustics.begin(), caustics.end(), solgel_jelly_caustics_view(j.get())));
}

TEST_CASE("a hand holds the body until it lets go, and misses leave it alone") {
  const Jelly j = flower();
  double held[3] = {9, 9, 9}, target[3] = {9, 9, 9};
  const double above[3] = {0, 0.3, 0}, down[3] = {0, -5, 0}, up[3] = {0, 1, 0}, far[3] = {5, 5, -5};
  CHECK(solgel_jelly_hand(j.get(), held, target) == 0);
  CHECK(held[1] == 0);
  CHECK(solgel_jelly_grab(j.get(), above, up) == 0);
  CHECK(solgel_jelly_is_grabbed(j.get()) == 0);
  CHECK(solgel_jelly_grab(j.get(), above, down) == 1);
  CHECK(solgel_jelly_grab(j.get(), above, up) == 0);
  CHECK(solgel_jelly_is_grabbed(j.get()) == 1);
  CHECK(solgel_jelly_move_grab(j.get(), far) == SOLGEL_OK);
  CHECK(solgel_jelly_step(j.get(), 480) == SOLGEL_OK);
  CHECK(solgel_jelly_hand(j.get(), held, target) == 1);
  // The target reaches the edge of where it may be; the spring of 90 N/m stretches by about weight over stiffness.
  CHECK(target[0] == doctest::Approx(0.13).epsilon(1e-6));
  CHECK(target[1] == doctest::Approx(0.145).epsilon(1e-6));
  CHECK(target[2] == doctest::Approx(-0.13).epsilon(1e-6));
  CHECK(std::abs(held[1] - target[1]) < 0.05);
  CHECK(solgel_jelly_hand(j.get(), nullptr, nullptr) == 1);
  CHECK(solgel_jelly_release(j.get()) == SOLGEL_OK);
  CHECK(solgel_jelly_is_grabbed(j.get()) == 0);
  CHECK(solgel_jelly_step(j.get(), 1500) == SOLGEL_OK);
  CHECK(solgel_jelly_is_asleep(j.get()) == 1);
}

TEST_CASE("a body that is torn away is reset, told and usable") {
  const Jelly j = make();
  REQUIRE(solgel_jelly_set(j.get(), "gravity", -1000) == SOLGEL_OK);
  REQUIRE(solgel_jelly_begin(j.get()) == SOLGEL_OK);
  const std::string rest = solgel_jelly_sha256_positions(j.get());
  CHECK(solgel_jelly_step(j.get(), 1000) == SOLGEL_TROUBLE);
  // Its top, at 0.054 m, rises by n (n + 1) / 2 g h^2 in n steps: 3 m in step 18, but damping takes a little back.
  CHECK(
      error(j) ==
      "the body blew up in step 19; finite, and within 3 m of the origin; it is at rest again; take more substeps, or "
      "change what hurt it");
  CHECK(solgel_jelly_sha256_positions(j.get()) == rest);
  std::uint32_t taken = 0;
  solgel_status status = SOLGEL_OK;
  for (int k = 0; k < 10 && status == SOLGEL_OK; ++k) status = solgel_jelly_advance(j.get(), 0.05, &taken);
  CHECK(status == SOLGEL_TROUBLE);
  CHECK(taken == 7);  // 19 = 12 + 7
  REQUIRE(solgel_jelly_set(j.get(), "gravity", 9.81) == SOLGEL_OK);
  REQUIRE(solgel_jelly_begin(j.get()) == SOLGEL_OK);
  CHECK(error(j).empty());
  CHECK(solgel_jelly_step(j.get(), 240) == SOLGEL_OK);
  CHECK(solgel_jelly_hash(j.get()) != 0);
}

TEST_CASE("before the first begin nothing can be had") {
  const Jelly j = make();
  const double v[3] = {0, 0, 0};
  double out[64];
  float floats[4];
  std::uint32_t counts[4] = {1, 1, 1, 1};
  std::uint8_t bytes[4];
  solgel_jelly_metrics metrics;
  const solgel_status all[] = {solgel_jelly_advance(j.get(), 0.1, nullptr),
                               solgel_jelly_step(j.get(), 1),
                               solgel_jelly_reset(j.get()),
                               solgel_jelly_nudge(j.get()),
                               solgel_jelly_grab_nearest(j.get(), v),
                               solgel_jelly_move_grab(j.get(), v),
                               solgel_jelly_release(j.get()),
                               solgel_jelly_refresh_surface(j.get()),
                               solgel_jelly_refresh_light(j.get(), v),
                               solgel_jelly_positions(j.get(), out, 64),
                               solgel_jelly_velocities(j.get(), out, 64),
                               solgel_jelly_surface(j.get(), floats, 4),
                               solgel_jelly_normals(j.get(), floats, 4),
                               solgel_jelly_triangles(j.get(), counts, 4),
                               solgel_jelly_thickness(j.get(), floats, 4),
                               solgel_jelly_masks(j.get(), bytes, 4),
                               solgel_jelly_caustics(j.get(), floats, 4),
                               solgel_jelly_masks_frame(j.get(), out),
                               solgel_jelly_caustics_frame(j.get(), out),
                               solgel_jelly_measure(j.get(), &metrics),
                               solgel_jelly_light(j.get(), nullptr),
                               solgel_jelly_light_rays(j.get(), out, 64),
                               solgel_jelly_light_cells(j.get(), bytes, 4),
                               solgel_jelly_save(j.get(), bytes, 4),
                               solgel_jelly_restore(j.get(), bytes, 4)};
  for (const solgel_status status : all) CHECK(status == SOLGEL_NOT_READY);
  CHECK(error(j) == "there is no body; begin first");
  CHECK(solgel_jelly_grab(j.get(), v, v) == 0);
  solgel_jelly_counts(j.get(), counts);
  CHECK(counts[0] + counts[1] + counts[2] + counts[3] == 0);
  CHECK(solgel_jelly_steps(j.get()) + solgel_jelly_time(j.get()) == 0);
  CHECK(solgel_jelly_hash(j.get()) == 0);
  CHECK(solgel_jelly_light_hash(j.get()) == 0);
  CHECK(std::string(solgel_jelly_hash_text(j.get())) + solgel_jelly_sha256_positions(j.get()) +
            solgel_jelly_sha256_velocities(j.get()) + solgel_jelly_report(j.get()) +
            solgel_jelly_light_hash_text(j.get()) ==
        "");
  CHECK(solgel_jelly_state_size(j.get()) == 0);
  CHECK(solgel_jelly_surface_view(j.get()) == nullptr);
  CHECK(solgel_jelly_triangles_view(j.get()) == nullptr);
  CHECK(solgel_jelly_masks_view(j.get()) == nullptr);
  REQUIRE(solgel_jelly_begin(j.get()) == SOLGEL_OK);
  CHECK(solgel_jelly_thickness(j.get(), floats, 4) == SOLGEL_NOT_READY);
  CHECK(error(j) == "there is no light; refresh it first");
  CHECK(solgel_jelly_thickness_view(j.get()) == nullptr);
  CHECK(solgel_jelly_surface_view(j.get()) != nullptr);
}

TEST_CASE("what cannot be had is refused with a message and changes nothing") {
  const Jelly j = flower();
  const auto refuses = [&](solgel_status status, const char* message) {
    CHECK(status == SOLGEL_BAD_INPUT);
    CHECK(error(j) == message);
  };
  const std::string hash = solgel_jelly_hash_text(j.get());
  double value = 0;
  refuses(solgel_jelly_set(j.get(), "sheer", 1),
          "jelly: no parameter 'sheer'; nearest is 'shear' (Pa, 1 to 1000000000)");
  refuses(solgel_jelly_set(j.get(), "iro", 1), "jelly: no parameter 'iro'; nearest is 'ior' (1.01 to 2.5)");
  refuses(solgel_jelly_set(j.get(), "step", 0), "jelly: step is 0; allowed 1e-05 to 0.05 s; change --step");
  refuses(solgel_jelly_set(j.get(), "iterations", 2.5),
          "jelly: iterations is 2.5; allowed whole numbers 1 to 1000; change --iterations");
  CHECK(solgel_jelly_set(j.get(), "shear", kNaN) == SOLGEL_BAD_INPUT);
  CHECK(solgel_jelly_set(j.get(), nullptr, 1) == SOLGEL_BAD_INPUT);
  CHECK(solgel_jelly_get(j.get(), nullptr, &value) == SOLGEL_BAD_INPUT);
  refuses(solgel_jelly_get(j.get(), "shear", nullptr), "no place for the value; a pointer to a number");
  CHECK(solgel_jelly_get(j.get(), "shear", &value) == SOLGEL_OK);
  CHECK(value == 600);
  CHECK(solgel_jelly_option(j.get(), "flavour", 2) == SOLGEL_OK);
  CHECK(solgel_jelly_get(j.get(), "extinction_blue", &value) == SOLGEL_OK);
  CHECK(value == 58);
  refuses(solgel_jelly_option(j.get(), "flavour", 3), "flavour is 3; allowed whole numbers 0 to 2");
  refuses(solgel_jelly_option(j.get(), "scheme", 2), "scheme is 2; allowed whole numbers 0 to 1");
  refuses(solgel_jelly_option(j.get(), "colour", 0), "no option 'colour'; scheme, transport, flavour");
  CHECK(solgel_jelly_option(j.get(), nullptr, kNaN) == SOLGEL_BAD_INPUT);

  const double zero[3] = {0, 0, 0}, good[3] = {0, 1, 0}, bad[3] = {0, kNaN, 0}, endless[3] = {kInfinity, 0, 0};
  refuses(solgel_jelly_plane(j.get(), bad, good), "the plane's point means nothing; allowed three finite numbers");
  refuses(solgel_jelly_plane(j.get(), good, zero),
          "the plane's normal means nothing; allowed three finite numbers, not all 0");
  refuses(solgel_jelly_sphere(j.get(), nullptr, 1), "the sphere's centre means nothing; allowed three finite numbers");
  refuses(solgel_jelly_sphere(j.get(), good, 0), "the sphere's radius is 0; above 0, at most 1e6 m");
  refuses(solgel_jelly_box(j.get(), endless, good), "the box's centre means nothing; allowed three finite numbers");
  refuses(solgel_jelly_box(j.get(), good, good), "the box's size means nothing; allowed three finite numbers above 0");
  refuses(solgel_jelly_grab_nearest(j.get(), bad), "the point means nothing; allowed three finite numbers");
  refuses(solgel_jelly_move_grab(j.get(), nullptr), "the point means nothing; allowed three finite numbers");
  refuses(solgel_jelly_refresh_light(j.get(), bad), "the camera means nothing; allowed three finite numbers");
  CHECK(solgel_jelly_grab(j.get(), bad, good) == 0);
  CHECK(error(j) == "the ray's origin means nothing; allowed three finite numbers");
  CHECK(solgel_jelly_grab(j.get(), good, zero) == 0);
  CHECK(error(j) == "the ray's direction means nothing; allowed three finite numbers, not all 0");

  const std::uint32_t node = 762;
  refuses(solgel_jelly_pin(j.get(), nullptr, 3), "nodes without an array");
  CHECK(solgel_jelly_pin(j.get(), &node, 1) == SOLGEL_OK);
  refuses(solgel_jelly_begin(j.get()), "node 762 is to be pinned; 0 to 761; pin nodes that the body has");
  CHECK(solgel_jelly_pin(j.get(), nullptr, 0) == SOLGEL_OK);

  float few[3];
  double fewer[3];
  refuses(solgel_jelly_positions(j.get(), fewer, 3), "room for 3 numbers; there are 2286");
  refuses(solgel_jelly_velocities(j.get(), nullptr, 2286), "room for 0 numbers; there are 2286");
  refuses(solgel_jelly_surface(j.get(), few, 3), "room for 3 numbers; there are 19014");
  refuses(solgel_jelly_triangles(j.get(), nullptr, 0), "room for 0 numbers; there are 38016");
  CHECK(solgel_jelly_measure(j.get(), nullptr) == SOLGEL_BAD_INPUT);
  CHECK(solgel_jelly_hash_text(j.get()) == hash);
  CHECK(solgel_jelly_step(j.get(), 1) == SOLGEL_OK);
  CHECK(solgel_describe("jelly") != nullptr);
  CHECK(std::string(solgel_describe("jelly-optics")).find("\"extinction_red\"") != std::string::npos);
}

TEST_CASE("meshes that are no bodies are refused, and the shape stays as it was") {
  const Jelly j = make();
  std::vector<double> points = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const std::vector<std::uint32_t> element = {0, 1, 2, 3}, faces = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  const auto cage = [&](std::uint32_t n, const std::vector<std::uint32_t>& at, double unit, double size, double height,
                        int passes) {
    const auto count = static_cast<std::uint32_t>(at.size() / 4);
    return solgel_jelly_cage(j.get(), points.data(), n, at.data(), count, unit, size, height, passes);
  };
  const auto mesh = [&](const std::vector<std::uint32_t>& at, int cells) {
    const auto count = static_cast<std::uint32_t>(at.size() / 3);
    return solgel_jelly_mesh(j.get(), points.data(), 4, at.data(), count, 1, 0.05, 0.01, cells);
  };
  const auto refuses = [&](solgel_status status, const char* message) {
    CHECK(status == SOLGEL_BAD_INPUT);
    CHECK(error(j) == message);
  };
  refuses(cage(4, element, 0.01, 0, 0, 3), "3 Loop passes; allowed 0 to 2");
  refuses(cage(3, element, 0.01, 0, 0, 0), "element 1 refers to point 3; points are numbered 0 to 2");
  refuses(cage(4, {0, 1, 2, 3, 0, 1, 2, ~0u}, 0.01, 0, 0, 0),
          "element 2 refers to point 4294967295; points are numbered 0 to 3");
  refuses(cage(4, {}, 0.01, 0, 0, 0), "a mesh without arrays; coordinates and indices");
  refuses(solgel_jelly_cage(j.get(), nullptr, 4, element.data(), 1, 1, 0, 0, 0),
          "a mesh without arrays; coordinates and indices");
  refuses(solgel_jelly_cage(j.get(), points.data(), ~0u, element.data(), 1, 1, 0, 0, 0),
          "a mesh of 4294967295 points and 1 elements; at most 16777216 of each");
  refuses(solgel_jelly_cage(j.get(), points.data(), 4, element.data(), 0, 0.01, 0, 0, 0),
          "the mesh has no tetrahedra; at least one; give a tetrahedral mesh");
  const char* place = "a unit above 0, a size of 0 or more, a height of at most 1 m either way";
  for (const double wrong : {0.0, -1.0, kNaN}) {
    CHECK(cage(4, element, wrong, 0, 0, 0) == SOLGEL_BAD_INPUT);
    CHECK(error(j).find(place) != std::string::npos);
  }
  CHECK(cage(4, element, 1, kNaN, 0, 0) == SOLGEL_BAD_INPUT);
  CHECK(cage(4, element, 1, 0.1, 2, 0) == SOLGEL_BAD_INPUT);
  CHECK(error(j).find(place) != std::string::npos);
  refuses(cage(4, element, 3, 0, 0, 0),
          "the body is 3 m long; 0.000001 to 2 m; say what a length of 1 is worth, or how long the body is to be");
  refuses(mesh(faces, 1), "1 cells along the longest side; allowed 2 to 128");
  refuses(mesh({0, 2, 1, 0, 1, 3, 0, 3, 2}, 4),
          "face 1 has a side that no other shares; a closed surface; fill the hole");
  refuses(mesh({0, 0, 1, 0, 1, 3, 0, 3, 2}, 4),
          "face 1 has no area; faces with three corners that are not in line; remove it, or merge its points");
  points[4] = kNaN;
  refuses(cage(4, element, 0.01, 0, 0, 0), "point 2 is not finite; correct its coordinates");
  refuses(mesh(faces, 4), "point 2 is not finite; correct its coordinates");
  points[4] = 1e308;
  points[7] = -1e308;
  CHECK(cage(4, element, 0.01, 0, 0, 0) == SOLGEL_BAD_INPUT);

  REQUIRE(solgel_jelly_begin(j.get()) == SOLGEL_OK);  // the flower, as in the beginning
  std::uint32_t counts[4];
  solgel_jelly_counts(j.get(), counts);
  CHECK(counts[0] == 762);
  points = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  REQUIRE(cage(4, {0, 2, 1, 3}, 0.01, 0, 0.02, 1) == SOLGEL_OK);
  CHECK(counts[0] == 762);
  REQUIRE(solgel_jelly_begin(j.get()) == SOLGEL_OK);
  solgel_jelly_counts(j.get(), counts);
  CHECK(std::vector<std::uint32_t>(counts, counts + 4) == std::vector<std::uint32_t>{4, 1, 10, 16});
  CHECK(std::string(solgel_jelly_report(j.get())).find("1 elements were the other way round") != std::string::npos);
  REQUIRE(mesh({0, 1, 2, 0, 1, 3, 0, 3, 2, 1, 2, 3}, 4) == SOLGEL_OK);
  REQUIRE(solgel_jelly_begin(j.get()) == SOLGEL_OK);
  CHECK(std::string(solgel_jelly_report(j.get())).find("1 faces looked inwards") != std::string::npos);
  REQUIRE(solgel_jelly_flower(j.get()) == SOLGEL_OK);
  REQUIRE(solgel_jelly_begin(j.get()) == SOLGEL_OK);
  solgel_jelly_counts(j.get(), counts);
  CHECK(counts[3] == 12672);
}

TEST_CASE("a surface moves as the command moves it, whichever file it comes from") {
  const std::string wanted =
      bytes_of("positions.txt").substr(0, 64);  // solgel jelly --mesh pebble.obj --body-size 0.1 ...
  for (const std::string name : {"pebble.obj", "pebble.ply", "pebble.stl"}) {
    CAPTURE(name);
    const Jelly j = make();
    REQUIRE_MESSAGE(read_mesh(j, bytes_of(name), name) == SOLGEL_OK, error(j));
    REQUIRE(solgel_jelly_begin(j.get()) == SOLGEL_OK);
    REQUIRE(solgel_jelly_step(j.get(), 48) == SOLGEL_OK);
    CHECK(std::string(solgel_jelly_sha256_positions(j.get())) == wanted);
  }
}

TEST_CASE("files that hold no surface are refused by name, and the shape stays as it was") {
  const Jelly j = make();
  const auto refuses = [&](const std::string& bytes, const std::string& name, const char* message, int cells = 10) {
    CHECK(read_mesh(j, bytes, name, cells) == SOLGEL_BAD_INPUT);
    CHECK(error(j) == message);
  };
  const std::string whole = bytes_of("pebble.obj");
  refuses("", "empty.obj", "empty.obj: the file is empty");
  refuses(
      "glTF, and more", "a.glb",
      "a.glb: the mesh is of another format; allowed here obj ply stl; convert it, or take it to the command, which "
      "reads more");
  refuses(
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", "b.obj",
      "b.obj:4: face 1 names point 4; allowed 1 to 3, or -1 to -3 counted back; the file is damaged: export it again");
  refuses(whole, "c.obj", "1 cells along the longest side; allowed 2 to 128", 1);
  CHECK(solgel_jelly_read_mesh(j.get(), nullptr, 8, nullptr, 1, 0.1, 0.0124, 10) == SOLGEL_BAD_INPUT);
  CHECK(read_mesh(j, whole.substr(0, whole.rfind("f ")), "open.obj") == SOLGEL_BAD_INPUT);
  CHECK(error(j).rfind("open.obj: ", 0) == 0);
  REQUIRE(solgel_jelly_begin(j.get()) == SOLGEL_OK);
  std::uint32_t counts[4] = {};
  solgel_jelly_counts(j.get(), counts);
  CHECK(counts[2] == 6338);  // the flower's vertices
}

TEST_CASE("a state that does not fit is refused and changes nothing") {
  const Jelly j = flower();
  REQUIRE(solgel_jelly_step(j.get(), 20) == SOLGEL_OK);
  REQUIRE(solgel_jelly_refresh_surface(j.get()) == SOLGEL_OK);
  REQUIRE(solgel_jelly_refresh_light(j.get(), kCamera) == SOLGEL_OK);
  std::vector<std::uint8_t> state(solgel_jelly_state_size(j.get()));
  CHECK(solgel_jelly_save(j.get(), state.data(), 7) == SOLGEL_BAD_INPUT);
  CHECK(error(j) == "room for 7 bytes; the state has " + std::to_string(state.size()));
  CHECK(solgel_jelly_save(j.get(), nullptr, state.size()) == SOLGEL_BAD_INPUT);
  REQUIRE(solgel_jelly_save(j.get(), state.data(), state.size()) == SOLGEL_OK);
  REQUIRE(solgel_jelly_step(j.get(), 5) == SOLGEL_OK);
  const std::string hash = solgel_jelly_hash_text(j.get()), light = solgel_jelly_light_hash_text(j.get());
  const std::string other =
      "the state is not of this body; what the same body, parameters and version saved; resume with what it was made "
      "with, or start again";
  const auto refuses = [&](const std::vector<std::uint8_t>& bytes) {
    CHECK(solgel_jelly_restore(j.get(), bytes.data(), bytes.size()) == SOLGEL_BAD_INPUT);
    CHECK(solgel_jelly_hash_text(j.get()) == hash);
    CHECK(solgel_jelly_light_hash_text(j.get()) == light);
  };
  CHECK(solgel_jelly_restore(j.get(), nullptr, 100) == SOLGEL_BAD_INPUT);
  CHECK(error(j) == other);
  for (const std::size_t size : {std::size_t{0}, std::size_t{8}, std::size_t{30000}, state.size() - 1}) {
    refuses({state.begin(), state.begin() + static_cast<std::ptrdiff_t>(size)});
    CHECK(error(j) == other);
  }
  std::vector<std::uint8_t> wrong = state;
  wrong.push_back(0);
  refuses(wrong);
  wrong = state;
  wrong[0] = 77;  // version
  refuses(wrong);
  wrong = state;
  std::memcpy(&wrong[16], &kNaN, 8);  // the first position
  refuses(wrong);
  CHECK(error(j) == "a state with numbers that are not finite; resume from another checkpoint");
  wrong = state;
  std::memcpy(&wrong[wrong.size() - 8], &kNaN, 8);  // the last vertex's thickness
  refuses(wrong);
  CHECK(error(j) == other);

  const Jelly fresh = flower();
  REQUIRE(solgel_jelly_restore(fresh.get(), state.data(), state.size()) == SOLGEL_OK);
  CHECK(solgel_jelly_light_hash(fresh.get()) == 0);
  REQUIRE(solgel_jelly_step(fresh.get(), 5) == SOLGEL_OK);
  CHECK(solgel_jelly_hash_text(fresh.get()) == hash);
}
