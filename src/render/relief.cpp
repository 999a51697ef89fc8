#include "render/relief.h"

#include <cmath>
#include <string>

#include "render/relief_views.h"

namespace solgel::render {
namespace {

Status check(const ReliefScene& scene, ImageSize size) {
  if (scene.height == nullptr || scene.height->nx() < 1 || scene.height->ny() < 1 || !(scene.cell > 0) ||
      !(scene.extent.x > 0) || !(scene.extent.y > 0)) {
    return fail({.found = "the scene has no relief",
                 .allowed = "at least one cell",
                 .remedy = "simulate it first",
                 .file = {}});
  }
  if (Status fits = check_size(size); !fits) return fits;
  for (const float h : scene.height->cells()) {
    if (!std::isfinite(h))
      return fail({.found = "the relief holds a height that is not a number", .allowed = {}, .remedy = {}, .file = {}});
  }
  return {};
}

}  // namespace

struct ReliefPainter::Kept {
  TopBackdrop backdrop;
};

ReliefPainter::ReliefPainter(const ReliefLook& look, View view, ImageSize size)
    : look_(look), view_(view), size_(size), kept_(std::make_unique<Kept>()) {}
ReliefPainter::ReliefPainter(ReliefPainter&&) noexcept = default;
ReliefPainter& ReliefPainter::operator=(ReliefPainter&&) noexcept = default;
ReliefPainter::~ReliefPainter() = default;

Result<Image> ReliefPainter::paint(const ReliefScene& scene) {
  if (Status ok = check(scene, size_); !ok) return fail(ok.error());
  if (view_ == View::top) return relief_from_above(scene, look_, size_, kept_->backdrop);
  return relief_in_perspective(scene, look_, size_);
}

Result<Image> render_relief(const ReliefScene& scene, const ReliefLook& look, View view, ImageSize size) {
  return ReliefPainter(look, view, size).paint(scene);
}

}  // namespace solgel::render
