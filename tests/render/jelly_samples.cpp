// Renders sample pictures of the soft body into a folder, for looking at:
// jelly_samples FOLDER STEP WIDTH HEIGHT KIND [NAME VALUE]...
// KIND: berry, mint, honey, trio, wireframe, fields. STEP counts from the start of the free fall.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>

#include "io/output_file.h"
#include "io/png.h"
#include "jelly/body.h"
#include "jelly/shell.h"
#include "optics/refresh.h"
#include "render/filmic.h"
#include "render/jelly.h"

using namespace solgel;
using namespace solgel::render;

namespace {

constexpr int kDepth = 3;

struct Light {
  optics::Optics optics;
  FloorLight floor;
};

std::unique_ptr<Light> lit(const SurfaceView& surface, Vec3 centre, const JellyFlavour& flavour,
                           const JellyLook& look) {
  auto light = std::make_unique<Light>(Light{optics::Optics(surface, centre), {}});
  optics::Params params;
  params.ior = look.ior;
  params.depth = kDepth;
  params.extinction_red = static_cast<double>(flavour.sigma.x);
  params.extinction_green = static_cast<double>(flavour.sigma.y);
  params.extinction_blue = static_cast<double>(flavour.sigma.z);
  const Vec3 travel = sun_travel(look);
  params.light_x = travel.x, params.light_y = travel.y, params.light_z = travel.z;
  light->optics.refresh({surface, centre}, params, optics::Scheme::adaptive);
  const optics::Atlas& atlas = light->optics.atlas();
  light->floor = {atlas.size, atlas.span, {atlas.x, atlas.z}, atlas.irradiance};
  return light;
}

bool save(const std::string& path, const Image8& out) {
  const auto bytes = io::encode_png(io::RgbView{out.width, out.height, out.rgb}, {});
  return bytes && io::write_file_atomically(path, *bytes).has_value();
}

template <class Render>
bool save_timed(const std::string& path, Render render) {
  const std::clock_t clock = std::clock();
  const auto start = std::chrono::steady_clock::now();
  const Result<Image> image = render();
  if (!image) return std::fprintf(stderr, "%s\n", image.error().message().c_str()), false;
  const double busy = static_cast<double>(std::clock() - clock) / CLOCKS_PER_SEC;
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%s: %.1f s, %.1f s of processor time\n", path.c_str(), wall, busy);
  return save(path, develop(*image, filmic));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 6) return 2;
  const std::string folder = argv[1], kind = argv[5];
  const int step = std::atoi(argv[2]);
  const ImageSize size{std::atoi(argv[3]), std::atoi(argv[4])};
  JellyLook look;
  for (int k = 6; k + 1 < argc; k += 2) {
    const Status set = set_param<JellyLook>("jelly", kJellyLook, look, argv[k], std::atof(argv[k + 1]));
    if (!set) return std::fprintf(stderr, "%s\n", set.error().message().c_str()), 2;
  }
  const auto cage = std::make_shared<jelly::Cage>(jelly::flower_cage());
  jelly::Body body(cage, jelly::Params{});
  for (int k = 0; k < step; ++k) body.step();
  const jelly::Shell shell = jelly::loop_shell(cage->boundary, 2);
  jelly::ShellSurface moving(shell);
  moving.update(body.nodes());
  const SurfaceView surface = moving.view();
  const Vec3 centre = body.centre_of_mass();
  const auto light = [&](const JellyFlavour& flavour) { return lit(surface, centre, flavour, look); };
  const std::string path = folder + "/" + kind + "_" + std::to_string(step) + ".png";
  const JellyFlavour flavour = kind == "mint" ? kMint : kind == "honey" ? kHoney : kBerry;
  if (kind == "trio") {
    const auto berry = light(kBerry), mint = light(kMint), honey = light(kHoney);
    const JellyBody bodies[] = {{surface, kBerry, &berry->floor, {-0.088, 0}},
                                {surface, kMint, &mint->floor, {0, 0}},
                                {surface, kHoney, &honey->floor, {0.088, 0}}};
    return save_timed(path, [&] { return render_jellies(bodies, look, size); }) ? 0 : 1;
  }
  const auto own = light(flavour);
  if (kind == "fields") {
    const optics::Masks& masks = own->optics.masks();
    return save(folder + "/masks.png",
                jelly_masks_picture({masks.size, masks.span, {masks.x, masks.z}, masks.texels}, size.width)) &&
                   save(folder + "/caustics.png", jelly_caustics_picture(own->floor, size.width))
               ? 0
               : 1;
  }
  const bool has_wires = kind == "wireframe";
  return save_timed(path,
                    [&] {
                      return has_wires ? render_jelly_wireframe(surface, flavour, &own->floor, look, size)
                                       : render_jelly(surface, flavour, &own->floor, look, size);
                    })
             ? 0
             : 1;
}
