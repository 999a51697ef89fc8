// What the parts of the scene look like: one set of materials for the picture from above and the one in perspective.
//
//   sand   rough diffuse after Oren and Nayar (1994), "Generalization of Lambert's reflectance model", in the form with
//          s = l.v - (n.l)(n.v); lamp, sky, LEDs and one bounce (render/sand_light.h); sky light is raised by the
//          bounces inside the hollow, v / (1 - a (1 - v)) for openness v and albedo a (that of a uniformly lit cavity);
//   ball   polished steel, Schlick's Fresnel term over F0 = 0.57; reflects sand, frame and studio. It hides the
//          lamp's disc (overlap of the two angular discs) and (r / d)^2 of the sky's irradiance (form factor of a
//          sphere above the horizon);
//   frame  oiled wood: Lambert under a clear coat;
//   studio a dim room with one large soft box overhead and the lamp.
// Radiances are relative to open, level, white sand = 0.58 at exposure 0.
#pragma once

#include <optional>

#include "render/grain.h"
#include "render/relief_look.h"
#include "render/sand_light.h"

namespace solgel::render {

struct RoundBall {
  Vec3f centre;
  float radius;
  // Distance along the ray to the surface; negative for a miss.
  float hit(const Ray& ray) const;
};

class ReliefShader {
 public:
  // `pixel`: size of a pixel on the sand in mm.
  ReliefShader(const ReliefScene& scene, const ReliefLook& look, double pixel);

  const SandSurface& surface() const { return fine_; }
  const TableFrame& frame() const { return frame_; }
  const std::optional<RoundBall>& ball() const { return ball_; }

  // Radiance towards `to_eye` (unit). `spot` is the footprint in mm that the caller averages over.
  Vec3f sand(float x, float y, Vec3f to_eye, float spot) const;
  Vec3f frame_wood(Vec3f at, Vec3f normal, Vec3f to_eye, float spot, bool in_ball_shadow = true) const;
  Vec3f ground(float x, float y) const;
  Vec3f steel(Vec3f at, Vec3f to_eye) const;
  Vec3f studio(Vec3f direction) const;

  // The macroscopic part of `sand`, for callers that average several grains per pixel.
  struct SandSpot {
    SurfacePoint surface;
    LightOnSand light;
  };
  SandSpot sand_spot(float x, float y) const;
  Vec3f sand(const SandSpot& spot, const Grain& grain, Vec3f to_eye) const;
  const GrainField& grains() const { return grains_; }
  bool is_in_ball_shadow(Vec3f at) const { return lamp_past_ball(at) < 1; }

 private:
  float lamp_past_ball(Vec3f at) const;               // share of the lamp that the ball leaves
  float sky_past_ball(Vec3f at, Vec3f normal) const;  // share of the sky
  Vec3f reflected_scene(const Ray& ray) const;
  float sand_hit(const Ray& ray) const;
  float frame_shadow(float x, float y) const;

  SandSurface fine_, coarse_;
  TableFrame frame_;
  SandLight light_;
  GrainField grains_;
  std::optional<RoundBall> ball_;
  Vec3f lamp_colour_, sky_colour_, led_colour_, albedo_;
  float gain_;
};

}  // namespace solgel::render
