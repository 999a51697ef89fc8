// Caustics against photons: how much light each scheme keeps and where it puts it.
//
//   photons [SIDE [FOLDER]]
//
// Two seeds of SIDE^2 photons (4096 without arguments), one in each cell of a grid across the beam at a random place,
// go through the same events as the schemes' rays (optics/transport.h: transmission only) and are counted by texel.
// Their mean is the reference; what the seeds differ by is its noise. L1 is sum |a - b| / sum b over texels and
// colours. With FOLDER, writes caustics-rest.png and caustics-fallen.png: photons, specified, adaptive at depth 3.
// Berry, at rest and 240 steps after it was let go, flags from rest as in the published example.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "core/parallel.h"
#include "core/random.h"
#include "io/png.h"
#include "jelly/body.h"
#include "jelly/shell.h"
#include "optics/refresh.h"

namespace solgel::bench {
namespace {

using namespace optics;

constexpr int kTexels = kAtlasSize * kAtlasSize;
constexpr int kBlocks = 64, kAtOnce = 8;

struct Light {
  std::vector<Vec3> image = std::vector<Vec3>(kTexels);  // irradiance
  Vec3 received, landed;                                 // m^2 of full sun: within the kept square, anywhere

  void add(const Light& other, double weight) {
    for (std::size_t k = 0; k < image.size(); ++k) image[k] = image[k] + other.image[k] * weight;
    received = received + other.received * weight;
    landed = landed + other.landed * weight;
  }
};

double sum(Vec3 v) {
  return v.x + v.y + v.z;
}
Vec3 absolute(Vec3 v) {
  return {std::abs(v.x), std::abs(v.y), std::abs(v.z)};
}

void drop(const Scene& scene, const LightRay& ray, double share, Light& out) {
  if (!ray.valid()) return;
  const Vec3 power = Vec3{ray.colour[0], ray.colour[1], ray.colour[2]} * share;
  out.landed = out.landed + power;
  const double texel = scene.frame.texel;
  const int i = static_cast<int>(std::floor(ray.floor.x / texel)) + kAtlasSize / 2;
  const int j = static_cast<int>(std::floor(ray.floor.y / texel)) + kAtlasSize / 2;
  if (i < 2 || j < 2 || i >= kAtlasSize - 2 || j >= kAtlasSize - 2) return;
  out.received = out.received + power;
  Vec3& at = out.image[static_cast<std::size_t>(j * kAtlasSize + i)];
  at = at + power * (1 / (texel * texel));
}

Light photons(const Scene& scene, int side, std::uint64_t seed) {
  Light all;
  const double share = scene.frame.width * scene.frame.height / side / side;
  for (int first = 0; first < kBlocks; first += kAtOnce) {
    std::vector<Light> part(kAtOnce);
    parallel_for(kAtOnce, [&](int k) {
      const int block = first + k;
      for (int j = side * block / kBlocks; j < side * (block + 1) / kBlocks; ++j) {
        for (int i = 0; i < side; ++i) {
          const RandomKey key{
              seed, static_cast<std::uint64_t>(j) * static_cast<std::uint64_t>(side) + static_cast<std::uint64_t>(i)};
          const double x = 64 * (i + random_unit(key, 0)) / side, y = 64 * (j + random_unit(key, 1)) / side;
          drop(scene, trace_light(scene, x, y), share, part[static_cast<std::size_t>(k)]);
        }
      }
    });
    for (const Light& p : part) all.add(p, 1);
  }
  return all;
}

std::vector<Vec3> wide(const std::vector<Vec3f>& image) {
  std::vector<Vec3> out;
  for (const Vec3f v : image) out.push_back({v.x, v.y, v.z});
  return out;
}

double l1(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double apart = 0, all = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    apart += sum(absolute(a[k] - b[k]));
    all += sum(b[k]);
  }
  return apart / all;
}

// What the atlas does to look at its light, done to the reference.
std::vector<Vec3> reconstructed(const std::vector<Vec3>& image) {
  std::vector<Vec3> out(image.size());
  for (int j = 1; j + 1 < kAtlasSize; ++j) {
    for (int i = 1; i + 1 < kAtlasSize; ++i) {
      Vec3 at;
      for (int k = 0; k < 9; ++k) {
        const int weight = (k % 3 == 1 ? 4 : 1) * (k / 3 == 1 ? 4 : 1);
        at = at + image[static_cast<std::size_t>((j + k / 3 - 1) * kAtlasSize + i + k % 3 - 1)] * (weight / 36.0);
      }
      out[static_cast<std::size_t>(j * kAtlasSize + i)] = at;
    }
  }
  return out;
}

void print_scheme(const char* name, const CausticsReport& report, const Atlas& atlas, const Light& reference) {
  const auto& r = report.power.received;
  std::printf("%-18s %7d rays %7d beams   power %.2f %.2f %.2f %%   L1 %5.2f %%, both reconstructed %5.2f %%\n", name,
              report.rays, report.beams, 100 * r[0] / reference.received.x, 100 * r[1] / reference.received.y,
              100 * r[2] / reference.received.z, 100 * l1(wide(atlas.raw), reference.image),
              100 * l1(wide(atlas.irradiance), reconstructed(reference.image)));
}

void write_picture(const std::string& path, const std::vector<std::vector<Vec3>>& panels) {
  const int width = kAtlasSize * static_cast<int>(panels.size());
  std::vector<std::uint8_t> rgb(static_cast<std::size_t>(3 * width * kAtlasSize));
  for (std::size_t panel = 0; panel < panels.size(); ++panel) {
    for (int at = 0; at < kTexels; ++at) {
      const Vec3 v = panels[panel][static_cast<std::size_t>(at)];
      const int column = static_cast<int>(panel) * kAtlasSize + at % kAtlasSize;
      std::uint8_t* out = &rgb[static_cast<std::size_t>(3 * (at / kAtlasSize * width + column))];
      const double light[3] = {v.x, v.y, v.z};
      for (int c = 0; c < 3; ++c) out[c] = static_cast<std::uint8_t>(255 * std::pow(light[c] / (light[c] + 0.7), 0.45));
    }
  }
  const auto png = io::encode_png(io::RgbView{width, kAtlasSize, rgb}, {});
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(png->data()), static_cast<std::streamsize>(png->size()));
}

struct Job {
  int side = 4096;
  std::string folder;
};

void compare(const Job& job, const char* name, const View& view, Optics& optics) {
  const Params berry;
  optics.refresh(view, berry, Scheme::specified);
  const Scene scene{optics.body(), view.surface.normals, optics.report().frame, berry.ior, extinction(berry)};
  const Light one = photons(scene, job.side, 1), two = photons(scene, job.side, 2);
  Light reference;
  reference.add(one, 0.5);
  reference.add(two, 0.5);
  std::printf(
      "%s: 2 x %d^2 photons, power %.6g %.6g %.6g m^2, of it outside %.2f %%; seeds differ by %.1e, L1 %.2f %%, "
      "reconstructed %.2f %%\n",
      name, job.side, reference.landed.x, reference.landed.y, reference.landed.z,
      100 * (1 - reference.received.x / reference.landed.x), std::abs(one.landed.x / two.landed.x - 1),
      100 * l1(one.image, two.image), 100 * l1(reconstructed(one.image), reconstructed(two.image)));
  std::vector<std::vector<Vec3>> panels{reconstructed(reference.image), wide(optics.atlas().irradiance)};
  print_scheme("specified", optics.report(), optics.atlas(), reference);
  for (int depth = 0; depth <= 4; ++depth) {
    Params params = berry;
    params.depth = depth;
    optics.refresh(view, params, Scheme::adaptive);
    print_scheme(("adaptive, depth " + std::to_string(depth)).c_str(), optics.report(), optics.atlas(), reference);
    if (depth == 3) panels.push_back(wide(optics.atlas().irradiance));
  }
  if (!job.folder.empty()) write_picture(job.folder + "/caustics-" + name + ".png", panels);
}

void run(const Job& job) {
  const auto cage = std::make_shared<jelly::Cage>(jelly::flower_cage());
  jelly::Body body(cage, {});
  const jelly::Shell shell = jelly::loop_shell(cage->boundary, 2);
  jelly::ShellSurface surface(shell);
  surface.update(body.nodes());
  Optics optics(surface.view(), body.centre_of_mass());
  compare(job, "rest", {surface.view(), body.centre_of_mass()}, optics);
  optics.forget();
  optics.refresh({surface.view(), body.centre_of_mass()}, {}, Scheme::specified);
  for (int step = 0; step < 240; ++step) body.step();
  surface.update(body.nodes());
  compare(job, "fallen", {surface.view(), body.centre_of_mass()}, optics);
}

}  // namespace
}  // namespace solgel::bench

int main(int argc, char** argv) {
  solgel::bench::Job job;
  if (argc > 1) job.side = std::atoi(argv[1]);
  if (argc > 2) job.folder = argv[2];
  if (job.side < 64 || argc > 3) {
    std::fprintf(stderr, "usage: photons [SIDE [FOLDER]]; SIDE is at least 64\n");
    return 2;
  }
  solgel::bench::run(job);
  return 0;
}
