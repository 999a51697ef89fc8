// How a picture of terrain looks: sun, sky, land cover, water and camera. The defaults are an afternoon in the
// mountains: the sun in the upper left, soft shadows, clear air.
#pragma once

#include "core/params.h"

namespace solgel::render {

struct TerrainLook {
  double sun_azimuth = 315;
  double sun_elevation = 42;
  double sun_size = 3;
  double sky_share = 0.45;
  double haze = 0.25;
  double exposure = 0;
  double exaggeration = 1;
  double rock = 36;
  double vegetation = 0.6;
  double snow_line = 0.8;
  double water = 0.5;
  double texture = 1;
  double block = 0.08;
  double pitch = 32;
  double orbit = -52;
  double zoom = 1;
  double fov = 26;
  int samples = 4;
  int pattern = 1;
};

inline constexpr Param<TerrainLook> kTerrainLook[] = {
    {"sun_azimuth", &TerrainLook::sun_azimuth, "deg", -360, 720, "Where the sun stands, clockwise from north."},
    {"sun_elevation", &TerrainLook::sun_elevation, "deg", 3, 90,
     "Height of the sun above the horizon; a low sun throws long shadows and is warmer."},
    {"sun_size", &TerrainLook::sun_size, "deg", 0.2, 15, "Angular radius of the sun: how soft its shadows are."},
    {"sky_share", &TerrainLook::sky_share, "", 0, 1,
     "Share of the sky in the light on level ground; the rest comes from the sun."},
    {"haze", &TerrainLook::haze, "", 0, 1, "Strength of the haze over valleys and, in perspective, over distances."},
    {"exposure", &TerrainLook::exposure, "stops", -6, 6, "Brightness of the picture in powers of two."},
    {"exaggeration", &TerrainLook::exaggeration, "", 0.01, 1000, "Factor on heights; slopes are those of the result."},
    {"rock", &TerrainLook::rock, "deg", 5, 85, "Slope above which the ground is bare rock."},
    {"vegetation", &TerrainLook::vegetation, "", 0, 1, "Grass and forest on gentle low ground; 0 is a desert."},
    {"snow_line", &TerrainLook::snow_line, "", 0, 2,
     "Height of the snow line between the lowest land (0) and the highest (1); 2 is no snow."},
    {"water", &TerrainLook::water, "", 0, 1, "How much of the flow is drawn as streams; 0 draws none."},
    {"texture", &TerrainLook::texture, "", 0, 2, "Strength of the fine structure of the ground; 0 shows bare form."},
    {"block", &TerrainLook::block, "", 0.005, 1,
     "Perspective: thickness of the block below the lowest land, of the map's shorter side."},
    {"pitch", &TerrainLook::pitch, "deg", 5, 90, "Perspective: how far down the camera looks; 90 is straight down."},
    {"orbit", &TerrainLook::orbit, "deg", -360, 360,
     "Perspective: turns the camera around the land, from the south anticlockwise."},
    {"zoom", &TerrainLook::zoom, "", 0.1, 20, "Enlarges the picture around its middle; 1 shows all of the land."},
    {"fov", &TerrainLook::fov, "deg", 5, 90, "Perspective: vertical field of view."},
    {"samples", &TerrainLook::samples, "", 1, 256, "Samples a pixel; edges in perspective take four times as many."},
    {"pattern", &TerrainLook::pattern, "", 0, 2147483647, "Which fine structure: another number draws another one."},
};
static_assert(every_member_has_a_row<TerrainLook>(kTerrainLook) && every_default_in_range<TerrainLook>(kTerrainLook));

}  // namespace solgel::render
