// Light that arrives on the sand, worked out once per picture for every node of the surface.
//
// Three sources: the lamp, a disc of angular radius rho at infinity; the uniform sky; the ring of LEDs. Each is kept as
// an irradiance vector V = integral of L(w) w over the visible directions w, so that the irradiance on any normal n
// that does not turn away from them is n . V, whatever grain tilts it. Visible means above the horizon of the sand
// (render/horizon.h) and above the frame, whose horizon is known in closed form, (top - z) / reach.
//
//   lamp   the disc is cut into vertical strips, each clipped at the horizon of its own azimuth: penumbrae are smooth
//          without noise. Scaled so that level, open sand receives `light_balance` (at elevations below asin 0.2,
//          less).
//   sky    per sector of azimuth with horizon angle t and direction d, over a sector width of dphi,
//          V = dphi L (d (pi/2 - t - sin t cos t) / 2 + z cos^2 t / 2); scaled so that level, open sand receives 1.
//   LEDs   a luminous band 8 mm high, 5 mm above the frame, seen over the reach plus a set-back of 0.6 half widths,
//   which
//          evens out the glare beside the rim. Scaled so that level sand in the middle receives 0.3.
//   bounce the part 1 - V_sky.n of the hemisphere that is blocked sees other sand, which shines with the lamp's mean
//          irradiance nearby (box means over 3 mm): one diffuse bounce; times the sand's albedo it is an irradiance.
#pragma once

#include "render/sand_surface.h"
#include "render/table_frame.h"

namespace solgel::render {

struct LightOnSand {
  Vec3f lamp, sky, led;
  float bounce = 0;
};

class SandLight {
 public:
  // `fine` carries the shadows of the lamp, `coarse` the rest. Both outlive this.
  SandLight(const SandSurface& fine, const SandSurface& coarse, const TableFrame& frame, const ReliefLook& look);

  LightOnSand at(float x, float y) const;
  Vec3f to_lamp() const { return to_lamp_; }         // unit vector
  float lamp_radius() const { return radius_; }      // rad
  float lamp_strength() const { return strength_; }  // irradiance facing the lamp

 private:
  void light_with_lamp(const SandSurface& fine, const TableFrame& frame);
  void light_with_sky(const SandSurface& coarse, const TableFrame& frame, double led_ring);
  void bounce_between_slopes(const SandSurface& coarse);

  float fine_spacing_, coarse_spacing_;
  double azimuth_, elevation_;
  float radius_, strength_;
  Vec3f to_lamp_;
  Grid<Vec3f> lamp_, sky_, led_;
  Grid<float> bounce_;
};

}  // namespace solgel::render
