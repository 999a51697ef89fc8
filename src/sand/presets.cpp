#include "sand/presets.h"

#include <string>
#include <vector>

namespace solgel::sand {
namespace {

constexpr double kBall = 8, kFoot = 304.8;

constexpr TablePreset rectangle(std::string_view name, std::string_view text, double width, double height) {
  return {.name = name, .text = text, .width = width, .height = height, .diameter = 0, .ball_radius = kBall};
}
constexpr TablePreset disc(std::string_view name, std::string_view text, double diameter) {
  return {.name = name, .text = text, .width = 0, .height = 0, .diameter = diameter, .ball_radius = kBall};
}

constexpr TablePreset kPresets[] = {
    rectangle("sandify-rectangular", "Sandify's rectangular machine as it comes: 500 x 500 mm.", 500, 500),
    disc("sandify-polar", "Sandify's polar machine as it comes: a radius of 250 mm.", 500),
    rectangle("robottini-square", "Robottini's square table: 400 x 400 mm of sand, less one ball.", 400 - 2 * kBall,
              400 - 2 * kBall),
    rectangle("spice-must-flow", "Mark Rehorst's The Spice Must Flow: a drawable area of 1600 x 715 mm.", 1600, 715),
    disc("dune-weaver", "Dune Weaver: 420 mm outside; the disc as large as it can be.", 420 - 2 * kBall),
    disc("dune-weaver-mini", "Dune Weaver Mini: a bowl of about 12 inches; the disc as large as it can be.",
         kFoot - 2 * kBall),
    disc("sisyphus-end", "Sisyphus end table: two feet outside; the disc as large as it can be.",
         2 * kFoot - 2 * kBall),
    disc("sisyphus-coffee-3ft", "Sisyphus coffee table: three feet outside; the disc as large as it can be.",
         3 * kFoot - 2 * kBall),
    disc("sisyphus-coffee-4ft", "Sisyphus coffee table: four feet outside; the disc as large as it can be.",
         4 * kFoot - 2 * kBall),
};

}  // namespace

std::span<const TablePreset> presets() {
  return kPresets;
}

Result<const TablePreset*> find_preset(std::string_view name) {
  std::vector<ParamInfo> names;
  for (const TablePreset& preset : kPresets) {
    if (preset.name == name) return &preset;
    ParamInfo row;
    row.name = preset.name;
    names.push_back(row);
  }
  return fail({.found = "no table '" + std::string(name) + "'",
               .allowed = {},
               .remedy = "nearest is '" + std::string(nearest_name(names, name)) + "'",
               .file = "sand"});
}

void apply(const TablePreset& preset, Params& params) {
  params.diameter = preset.diameter;
  if (preset.diameter == 0) {
    params.width = preset.width;
    params.height = preset.height;
  }
  params.ball_radius = preset.ball_radius;
}

}  // namespace solgel::sand
