// How a picture of the sand looks: light, sand, frame and camera. The defaults are a warm lamp low in the upper left.
#pragma once

#include "core/params.h"

namespace solgel::render {

struct ReliefLook {
  double light_azimuth = 315;
  double light_elevation = 21;
  double light_size = 3;
  double light_balance = 0.8;
  double light_temperature = 4700;
  double sky_temperature = 7600;
  double led_ring = 0;
  double led_hue = 30;
  double led_saturation = 0.15;
  double exposure = 0;
  double sand_warmth = 0.5;
  double grain = 1;
  double grain_size = 0.28;
  double frame_width = 12;
  double frame_height = 4;
  int ball = 1;
  double tilt = 48;
  double orbit = 0;
  double zoom = 1;
  double fov = 28;
  int samples = 4;
  int seed = 1;
};

inline constexpr Param<ReliefLook> kReliefLook[] = {
    {"light_azimuth", &ReliefLook::light_azimuth, "deg", -360, 720,
     "Where the lamp stands, clockwise from the top (north) of the picture."},
    {"light_elevation", &ReliefLook::light_elevation, "deg", 3, 90,
     "Height of the lamp above the horizon; low light rakes across the sand."},
    {"light_size", &ReliefLook::light_size, "deg", 0.2, 15, "Angular radius of the lamp: how soft its shadows are."},
    {"light_balance", &ReliefLook::light_balance, "", 0, 1,
     "Share of the lamp in the light on level sand; the rest comes from the whole sky."},
    {"light_temperature", &ReliefLook::light_temperature, "K", 2000, 12000,
     "Colour of the lamp; 5600 is neutral, lower is warmer."},
    {"sky_temperature", &ReliefLook::sky_temperature, "K", 2000, 12000,
     "Colour of the light from the sky, which fills the shadows."},
    {"led_ring", &ReliefLook::led_ring, "", 0, 1,
     "Strength of a ring of LEDs along the rim, as sand tables have them."},
    {"led_hue", &ReliefLook::led_hue, "deg", 0, 360, "Hue of the LEDs: 0 red, 120 green, 240 blue."},
    {"led_saturation", &ReliefLook::led_saturation, "", 0, 1, "Saturation of the LEDs: 0 white, 1 pure."},
    {"exposure", &ReliefLook::exposure, "stops", -6, 6, "Brightness of the picture in powers of two."},
    {"sand_warmth", &ReliefLook::sand_warmth, "", 0, 1, "Colour of the sand, from white quartz to desert tan."},
    {"grain", &ReliefLook::grain, "", 0, 2, "Strength of the grain; 0 shows the bare relief."},
    {"grain_size", &ReliefLook::grain_size, "mm", 0.05, 3, "Size of a grain of sand."},
    {"frame_width", &ReliefLook::frame_width, "mm", 0, 100, "Width of the table's frame."},
    {"frame_height", &ReliefLook::frame_height, "mm", 0, 50, "Height of the frame above the mean height of the sand."},
    {"ball", &ReliefLook::ball, "", 0, 1, "Whether the ball is shown."},
    {"tilt", &ReliefLook::tilt, "deg", 0, 80, "Perspective: angle of the camera from straight above."},
    {"orbit", &ReliefLook::orbit, "deg", -360, 360,
     "Perspective: turns the camera around the table, from the south anticlockwise."},
    {"zoom", &ReliefLook::zoom, "", 0.1, 20, "Enlarges the picture around the middle of the table; 1 shows all of it."},
    {"fov", &ReliefLook::fov, "deg", 5, 90, "Perspective: vertical field of view."},
    {"samples", &ReliefLook::samples, "", 1, 256, "Samples a pixel; a perspective picture takes about twice as many."},
    {"seed", &ReliefLook::seed, "", 0, 2147483647, "Which sand: another seed lays other grains."},
};
static_assert(every_member_has_a_row<ReliefLook>(kReliefLook) && every_default_in_range<ReliefLook>(kReliefLook));

}  // namespace solgel::render
