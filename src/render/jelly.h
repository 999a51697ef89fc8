// Path-traced pictures of soft translucent bodies on a floor.
//
// What is computed: rough dielectric surfaces with a clear coat, exact Fresnel terms, absorption exp(-sigma way),
// soft shadow of the sun's disc, the sky's light on the floor through and around the body, and everything that is seen
// through it. What is brought along: sunlight that the body throws on the floor (FloorLight), because paths from the
// eye cannot find a small sun through two curved surfaces. docs/jelly-pictures.md has the models and their sources.
//
// Pictures are linear; `develop(image, filmic)` (render/filmic.h) makes bytes of them. The same scene, look and size
// give the same picture at any number of threads. Metres, y up, floor at y = 0.
#pragma once

#include <span>

#include "core/result.h"
#include "core/surface.h"
#include "core/vec.h"
#include "render/image.h"
#include "render/jelly_look.h"

namespace solgel::render {

struct JellyFlavour {
  Vec3f sigma;            // extinction of red, green, blue, 1/m
  Vec3f colour{1, 1, 1};  // share that a way in and out keeps at the surface, linear
};
inline constexpr JellyFlavour kBerry{{5, 46, 23}, {1.0f, 0.745404f, 0.830770f}};  // #ffe0eb
inline constexpr JellyFlavour kMint{{40, 8, 20}, {0.708376f, 1.0f, 0.871367f}};   // #dbfff0
inline constexpr JellyFlavour kHoney{{5, 17, 58}, {1.0f, 0.879622f, 0.665387f}};  // #fff1d5

// Sunlight on the floor that came through a body, relative to the sun's irradiance across its beam.
struct FloorLight {
  int size = 0;                       // texels a side
  double span = 0;                    // side of the square, m
  Vec2 centre;                        // its middle: x and z, as the body stands without an offset
  std::span<const Vec3f> irradiance;  // rows along z, within a row along x; 0 outside
};

struct JellyBody {
  SurfaceView surface;  // closed
  JellyFlavour flavour = kBerry;
  const FloorLight* floor_light = nullptr;  // may be absent: a shadow without caustics
  Vec2 offset = {};                         // moves body and light along x and z
};

// Fails on a surface without triangles, with points that are not finite, normals that do not fit or triangles that do
// not exist, on floor light of the wrong size and on a picture that is not 1 to 32768 pixels each way. Up to 16 bodies,
// which must not overlap.
Result<Image> render_jellies(std::span<const JellyBody> bodies, const JellyLook& look, ImageSize size);
Result<Image> render_jelly(const SurfaceView& surface, const JellyFlavour& flavour, const FloorLight* light,
                           const JellyLook& look, ImageSize size);
// The same, and over it the edges of the triangles that face the camera.
Result<Image> render_jelly_wireframe(const SurfaceView& surface, const JellyFlavour& flavour, const FloorLight* light,
                                     const JellyLook& look, ImageSize size);

// Shadow and contact on a square of floor, 255 is dark: shadow, contact, shadow, contact ... Rows along z.
struct JellyMasks {
  int size = 0;
  double span = 0;
  Vec2 corner;  // least x and z
  std::span<const std::uint8_t> texels;
};
// Fields as square pictures of `side` pixels, seen from above with +z down, labelled and with a scale bar: shadow in
// red and contact in green, as the receiver keeps them; caustics as light, on a scale on which full sun is grey.
Image8 jelly_masks_picture(const JellyMasks& masks, int side);
Image8 jelly_caustics_picture(const FloorLight& light, int side);

}  // namespace solgel::render
