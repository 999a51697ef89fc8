// How a picture of a jelly looks: camera, sun, studio, material and floor. The defaults are the text's scene: a low sun
// behind the body on the right, a pale studio, a camera that looks down on it from the front.
//
// y is up. Azimuths turn around it: 0 is towards +z, where the camera stands by default, 90 towards +x.
#pragma once

#include "core/params.h"
#include "core/vec.h"

namespace solgel::render {

struct JellyLook {
  int samples = 64;
  int bounces = 24;
  double exposure = 1.12;
  double fov = 34;
  double azimuth = 0;
  double polar = 70.0872;
  double distance = 0.208463;
  double target = 0.025;
  double zoom = 1;
  double aperture = 0;
  double sun_azimuth = 135;
  double sun_elevation = 30;
  double sun_intensity = 3;
  double sun_size = 1.6;
  double sky = 1;
  double studio = 1;
  double roughness = 0.075;
  double ior = 1.35;
  double dispersion = 0.025;
  double clearcoat = 0.42;
  double clearcoat_roughness = 0.05;
  double caustics = 1;
  double floor_presence = 1;
  double floor_roughness = 0.63;
  double grid = 1;
  double fog = 1;
  int pattern = 1;
};

inline constexpr Param<JellyLook> kJellyLook[] = {
    {"samples", &JellyLook::samples, "", 1, 65536,
     "Samples a pixel; where a quarter of them agree, no more are taken."},
    {"bounces", &JellyLook::bounces, "", 1, 256,
     "Surfaces that a path meets before the mean sky stands in for the rest."},
    {"exposure", &JellyLook::exposure, "", 0.01, 100, "Factor on all light before the filmic curve."},
    {"fov", &JellyLook::fov, "deg", 5, 120, "Vertical field of view."},
    {"azimuth", &JellyLook::azimuth, "deg", -360, 360, "Turns the camera around the body; 0 is the front (+z)."},
    {"polar", &JellyLook::polar, "deg", 1, 89.5, "Angle of the camera from straight above."},
    {"distance", &JellyLook::distance, "m", 0.02, 3, "From the camera to the point that it looks at."},
    {"target", &JellyLook::target, "m", -1, 1, "Height of the point that the camera looks at."},
    {"zoom", &JellyLook::zoom, "", 0.1, 20, "Enlarges the picture around its middle."},
    {"aperture", &JellyLook::aperture, "m", 0, 0.05, "Radius of the lens, focused on its target; 0 has all in focus."},
    {"sun_azimuth", &JellyLook::sun_azimuth, "deg", -360, 360, "Where the sun stands."},
    {"sun_elevation", &JellyLook::sun_elevation, "deg", 6, 90, "Height of the sun above the horizon."},
    {"sun_intensity", &JellyLook::sun_intensity, "", 0, 100,
     "Irradiance across the sun's beam; the sky's radiance is about 0.8."},
    {"sun_size", &JellyLook::sun_size, "deg", 0.05, 15, "Angular radius of the sun: how soft its shadows are."},
    {"sky", &JellyLook::sky, "", 0, 10, "Strength of sky and soft boxes."},
    {"studio", &JellyLook::studio, "", 0, 5,
     "Strength of the soft boxes and of the sky's gradient; 0 is a uniform sky."},
    {"roughness", &JellyLook::roughness, "", 0, 1, "Of the body; the width of its lobes goes with the square."},
    {"ior", &JellyLook::ior, "", 1.0001, 2.5, "Index of refraction of the body, for green."},
    {"dispersion", &JellyLook::dispersion, "", 0, 20,
     "20 over Abbe's number: red and blue differ from green by (ior - 1) dispersion / 40."},
    {"clearcoat", &JellyLook::clearcoat, "", 0, 1, "Share of the surface under a clear coat of index 1.5."},
    {"clearcoat_roughness", &JellyLook::clearcoat_roughness, "", 0, 1, "Of the clear coat."},
    {"caustics", &JellyLook::caustics, "", 0, 10, "Factor on the sunlight that the body throws on the floor."},
    {"floor_presence", &JellyLook::floor_presence, "", 0, 1,
     "Presence of the floor: 0 leaves it out, with its shadows; between, it is see-through."},
    {"floor_roughness", &JellyLook::floor_roughness, "", 0.05, 1, "Of the floor: how wide the sun's sheen on it is."},
    {"grid", &JellyLook::grid, "", 0, 2, "Strength of the lines on the floor, 1 cm apart."},
    {"fog", &JellyLook::fog, "", 0, 10, "How soon the floor fades into the background; it always does at its ends."},
    {"pattern", &JellyLook::pattern, "", 0, 2147483647, "Key of the random numbers: another number, other noise."},
};
static_assert(every_member_has_a_row<JellyLook>(kJellyLook) && every_default_in_range<JellyLook>(kJellyLook));

// Unit vector along which sunlight travels.
Vec3 sun_travel(const JellyLook& look);

}  // namespace solgel::render
