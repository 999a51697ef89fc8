// Claims about whole pictures: threads, frames, grain, development, contact sheets, refusals.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <doctest/doctest.h>

#include "core/parallel.h"
#include "render/contact_sheet.h"
#include "render/grain.h"
#include "render/relief.h"
#include "render/stroke_font.h"
#include "synthetic_relief.h"

using namespace solgel;
using namespace solgel::render;
using doctest::Approx;

namespace {

const SyntheticTable kTable{.width = 90, .height = 70};

ReliefScene small_scene(const Grid<float>& relief, Vec2 ball) {
  return {&relief, kTable.cell, {kTable.width, kTable.height}, false, SceneBall{ball, kTable.radius}};
}

}  // namespace

TEST_CASE("a picture is the same bytes at any number of threads") {
  const Grid<float> relief = synthetic_relief(kTable);
  const ReliefScene scene = small_scene(relief, {60, 40});
  for (const View view : {View::top, View::perspective}) {
    set_threads(1);
    const Image8 one = develop(*render_relief(scene, {}, view, {200, 150}));
    set_threads(2);
    const Image8 two = develop(*render_relief(scene, {}, view, {200, 150}));
    set_threads(0);
    CHECK(one.rgb == two.rgb);
  }
}

TEST_CASE("a painter's frame is the picture that would be rendered alone") {
  const Grid<float> relief = synthetic_relief(kTable);
  ReliefPainter painter({}, View::top, {200, 150});
  REQUIRE(painter.paint(small_scene(relief, {82, 8})).has_value());  // its shadow falls on the frame
  const Image8 frame = develop(*painter.paint(small_scene(relief, {30, 40})));
  const Image8 alone = develop(*render_relief(small_scene(relief, {30, 40}), {}, View::top, {200, 150}));
  CHECK(frame.rgb == alone.rgb);
}

TEST_CASE("a round table shows sand up to its rim and ground beyond its frame") {
  const SyntheticTable disc{.width = 90, .height = 90};
  const Grid<float> relief = synthetic_relief(disc);
  const ReliefScene scene{&relief, disc.cell, {90, 90}, true, {}};
  ReliefLook look;
  look.grain = 0;
  const Result<Image> image = render_relief(scene, look, View::top, {180, 180});
  const Result<Image> tilted = render_relief(scene, look, View::perspective, {180, 180});
  REQUIRE(tilted.has_value());
  for (const Result<Image>* picture : {&image, &tilted}) {
    const float sand = (*picture)->at(90, 90).y, corner = (*picture)->at(3, 3).y;
    CHECK(sand > 2 * corner);
    CHECK(corner > 0);
  }
}

TEST_CASE("grain neither brightens nor darkens the sand, at any footprint") {
  const GrainField field(1, 0.3, 7);
  for (const float pixel : {0.05f, 0.3f, 1.0f}) {
    std::vector<PackedGrain> grains(200 * 200);
    field.fill({3, 150, pixel, 2, 0, 200, 0, 200}, grains.data());
    double albedo = 0, tilt = 0;
    for (const PackedGrain& g : grains) {
      albedo += static_cast<double>(g.grain().albedo) / 40000;
      tilt += static_cast<double>(g.grain().tilt_x) / 40000;
    }
    CHECK(albedo == Approx(1).epsilon(0.03));
    CHECK(std::fabs(tilt) < 0.01);
  }
}

TEST_CASE("grain belongs to places: a block gives what its points give") {
  const GrainField field(1, 0.3, 7);
  PackedGrain block;
  field.fill({5.0f, 9.0f, 0.1f, 1, 3, 1, 2, 1}, &block);
  const Grain point = field.at(5.35f, 8.75f, 0.1f);
  CHECK(block.grain().albedo == Approx(static_cast<double>(point.albedo)).epsilon(1e-3));  // steps of 2^-12
  CHECK(block.grain().tilt_x == Approx(static_cast<double>(point.tilt_x)).epsilon(1e-2));
}

TEST_CASE("developing keeps each value within a step and its mean exact") {
  for (const float linear : {0.001f, 0.02f, 0.2f, 0.5f}) {
    Image image({64, 64});
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 64; ++x) image.at(x, y) = {linear, linear, linear};
    }
    const Image8 out = develop(image);
    const double ideal = 255 * static_cast<double>(srgb_encoded(linear));
    double mean = 0;
    for (const std::uint8_t v : out.rgb) {
      CHECK(std::fabs(v - ideal) <= 1);
      mean += v / static_cast<double>(out.rgb.size());
    }
    CHECK(std::fabs(mean - ideal) < 0.03);  // the sequence fills the interval to about 1 / 64
  }
  CHECK(srgb_decoded(srgb_encoded(0.37f)) == Approx(0.37).epsilon(1e-5));
}

TEST_CASE("the tone curve is monotonic, leaves sand alone and never clips") {
  float before = 0;
  for (float x = 0.01f; x < 50; x *= 1.05f) {
    const float y = tone_mapped({x, x, x}).x;
    CHECK(y > before);
    CHECK(y < 1);
    if (x <= kShoulder) CHECK(y == x);
    before = y;
  }
}

TEST_CASE("a contact sheet holds every picture and its caption") {
  Image8 white{300, 200, std::vector<std::uint8_t>(3 * 300 * 200, 255)};
  const std::vector<SheetEntry> entries(5, {&white, "flower.thr", "2 h 14 min"});
  const Image8 sheet =
      contact_sheet(entries, {.columns = 3, .picture_width = 150, .picture_height = 120, .margin = 10});
  CHECK(sheet.width == 3 * 160 + 10);
  std::size_t bright = 0;
  for (std::size_t k = 0; k < sheet.rgb.size(); k += 3) bright += sheet.rgb[k] == 255 ? 1 : 0;
  CHECK(bright == 5u * 150u * 100u);  // 300 x 200 shrunk to fit 150 x 120
  CHECK(contact_sheet({}, {}).rgb.empty());
  CHECK(text_width("mm", {}) > text_width("ii", {}));
}

TEST_CASE("every look at the ends of its ranges can be drawn") {
  const Grid<float> relief = synthetic_relief(kTable);
  const ReliefScene scene = small_scene(relief, {60, 40});
  for (const Param<ReliefLook>& row : kReliefLook) {
    for (const double value : {row.low, row.high}) {
      ReliefLook look;
      REQUIRE(set_param<ReliefLook>("look", kReliefLook, look, row.name, value).has_value());
      look.samples = std::min(look.samples, 4);
      for (const View view : {View::top, View::perspective}) {
        const Result<Image> image = render_relief(scene, look, view, {48, 36});
        REQUIRE(image.has_value());
        bool finite = true;
        for (int y = 0; y < 36; ++y) {
          for (int x = 0; x < 48; ++x) {
            const Vec3f c = image->at(x, y);
            finite = finite && std::isfinite(c.x + c.y + c.z) && std::min({c.x, c.y, c.z}) >= 0;
          }
        }
        INFO(std::string(row.name), " = ", value, view == View::top ? " from above" : " in perspective");
        CHECK(finite);
      }
    }
  }
}

TEST_CASE("what cannot be drawn is refused with a reason") {
  Grid<float> relief(10, 10, 1.0f);
  const ReliefScene scene{&relief, 0.5, {5, 5}, false, {}};
  CHECK_FALSE(render_relief({}, {}, View::top, {10, 10}).has_value());
  CHECK_FALSE(render_relief(scene, {}, View::top, {0, 10}).has_value());
  relief(3, 3) = std::numeric_limits<float>::quiet_NaN();
  CHECK_FALSE(render_relief(scene, {}, View::top, {10, 10}).has_value());
  relief(3, 3) = 1;
  CHECK(render_relief(scene, {}, View::top, {1, 1}).has_value());
  CHECK(render_relief(scene, {}, View::perspective, {3, 200}).has_value());
}
