#include "io/stl.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>

namespace solgel::io {
namespace {

struct Vertex {
  float x, y, z;
};

class Solid {
 public:
  Solid(const ReliefView& relief, const SolidShape& shape);
  Bytes build(std::span<const TextEntry> metadata);

 private:
  bool holds_sand(int i, int j) const;
  float corner_height(int i, int j) const;
  double corner_x(int i) const { return std::min(i * cell_, shape_.extent.x); }
  double corner_y(int j) const { return std::min(j * cell_, shape_.extent.y); }
  bool inside(int i, int j) const;
  Vertex corner(int i, int j) const;
  Vertex crossing(int i, int j, int i2, int j2) const;
  void add(const Vertex& a, const Vertex& b, const Vertex& c);
  void add_rim(const Vertex& a, const Vertex& b);  // wall and slice of the bottom under the top's edge a to b
  void add_cell(int i, int j);
  void add_cut_cell(int i, int j);

  const Grid<float>& height_;
  SolidShape shape_;
  double cell_, radius_;
  Vec2 centre_;
  int nx_, ny_;  // cells across the table
  Grid<float> corners_;
  Bytes bytes_;
  std::uint32_t count_ = 0;
};

constexpr float kNone = -1;

Solid::Solid(const ReliefView& relief, const SolidShape& shape)
    : height_(*relief.height),
      shape_(shape),
      cell_(relief.cell),
      // A hair less than the table: corners that lie on the circle then count as outside, and no triangle degenerates.
      radius_(0.5 * std::min(shape.extent.x, shape.extent.y) - 2e-3 * relief.cell),
      centre_(0.5 * shape.extent),
      nx_(std::min(height_.nx(), static_cast<int>(std::ceil(shape.extent.x / cell_ - 1e-9)))),
      ny_(std::min(height_.ny(), static_cast<int>(std::ceil(shape.extent.y / cell_ - 1e-9)))),
      corners_(nx_ + 1, ny_ + 1, kNone) {
  shape_.extent = {std::min(shape.extent.x, nx_ * cell_), std::min(shape.extent.y, ny_ * cell_)};
  for (int j = 0; j <= ny_; ++j) {
    for (int i = 0; i <= nx_; ++i) corners_(i, j) = corner_height(i, j);
  }
}

bool Solid::holds_sand(int i, int j) const {
  if (i < 0 || j < 0 || i >= nx_ || j >= ny_) return false;
  if (!shape_.is_round) return true;
  return distance({(i + 0.5) * cell_, (j + 0.5) * cell_}, centre_) <= 0.5 * std::min(shape_.extent.x, shape_.extent.y);
}

float Solid::corner_height(int i, int j) const {
  double sum = 0;
  int count = 0;
  for (int dj = -1; dj <= 0; ++dj) {
    for (int di = -1; di <= 0; ++di) {
      if (!holds_sand(i + di, j + dj)) continue;
      sum += static_cast<double>(height_(i + di, j + dj));
      ++count;
    }
  }
  return count > 0 ? static_cast<float>(sum / count) : kNone;
}

bool Solid::inside(int i, int j) const {
  return !shape_.is_round || distance({corner_x(i), corner_y(j)}, centre_) < radius_;
}

Vertex Solid::corner(int i, int j) const {
  const float h = corners_(i, j);
  return {static_cast<float>(corner_x(i)), static_cast<float>(corner_y(j)),
          static_cast<float>(shape_.base + static_cast<double>(std::max(h, 0.0f)))};
}

// Where the circle crosses the edge from corner (i, j), inside, to (i2, j2), outside. Both cells at the edge ask for it
// the same way round and so get the same bits.
Vertex Solid::crossing(int i, int j, int i2, int j2) const {
  const Vec2 a = Vec2{corner_x(i), corner_y(j)} - centre_, along = Vec2{corner_x(i2), corner_y(j2)} - centre_ - a;
  const double q = dot(along, along), p = dot(a, along), c = dot(a, a) - radius_ * radius_;
  const double t = (-p + std::sqrt(p * p - q * c)) / q;
  const float from = corner(i, j).z, to = corners_(i2, j2) == kNone ? from : corner(i2, j2).z;
  const Vec2 at = centre_ + a + t * along;
  return {static_cast<float>(at.x), static_cast<float>(at.y), from + static_cast<float>(t) * (to - from)};
}

void Solid::add(const Vertex& a, const Vertex& b, const Vertex& c) {
  const Vec3 u{static_cast<double>(b.x) - static_cast<double>(a.x), static_cast<double>(b.y) - static_cast<double>(a.y),
               static_cast<double>(b.z) - static_cast<double>(a.z)};
  const Vec3 v{static_cast<double>(c.x) - static_cast<double>(a.x), static_cast<double>(c.y) - static_cast<double>(a.y),
               static_cast<double>(c.z) - static_cast<double>(a.z)};
  Vec3 n = cross(u, v);
  if (const double l = length(n); l > 0) n = (1 / l) * n;
  const std::array<float, 12> values{static_cast<float>(n.x),
                                     static_cast<float>(n.y),
                                     static_cast<float>(n.z),
                                     a.x,
                                     a.y,
                                     a.z,
                                     b.x,
                                     b.y,
                                     b.z,
                                     c.x,
                                     c.y,
                                     c.z};
  unsigned char facet[50]{};  // twelve little-endian floats and an attribute of two bytes, unused
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(values[k]);
    for (std::size_t byte = 0; byte < 4; ++byte) facet[4 * k + byte] = static_cast<unsigned char>(bits >> (8 * byte));
  }
  append(bytes_, facet, sizeof facet);
  ++count_;
}

void Solid::add_rim(const Vertex& a, const Vertex& b) {
  const Vertex a0{a.x, a.y, 0}, b0{b.x, b.y, 0};
  add(b, a, a0);
  add(b, a0, b0);
  add({static_cast<float>(centre_.x), static_cast<float>(centre_.y), 0}, b0, a0);
}

void Solid::add_cell(int i, int j) {
  const Vertex sw = corner(i, j), se = corner(i + 1, j), ne = corner(i + 1, j + 1), nw = corner(i, j + 1);
  add(sw, se, ne);
  add(sw, ne, nw);
  if (shape_.is_round) return;
  if (j == 0) add_rim(sw, se);
  if (i == nx_ - 1) add_rim(se, ne);
  if (j == ny_ - 1) add_rim(ne, nw);
  if (i == 0) add_rim(nw, sw);
}

// Walks around the cell counterclockwise and keeps what is inside; the circle leaves and enters once.
void Solid::add_cut_cell(int i, int j) {
  constexpr int kAround[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  std::vector<Vertex> polygon;
  std::optional<std::size_t> leaving;
  for (std::size_t k = 0; k < 4; ++k) {
    const int ai = i + kAround[k][0], aj = j + kAround[k][1];
    const int bi = i + kAround[(k + 1) % 4][0], bj = j + kAround[(k + 1) % 4][1];
    const bool a_in = inside(ai, aj), b_in = inside(bi, bj);
    if (a_in) polygon.push_back(corner(ai, aj));
    if (a_in && !b_in) {
      leaving = polygon.size();
      polygon.push_back(crossing(ai, aj, bi, bj));
    }
    if (!a_in && b_in) polygon.push_back(crossing(bi, bj, ai, aj));
  }
  if (polygon.size() < 3 || !leaving) return;
  const std::size_t n = polygon.size(), next = (*leaving + 1) % n;
  for (std::size_t k = 1; k + 1 < n; ++k) add(polygon[next], polygon[(next + k) % n], polygon[(next + k + 1) % n]);
  add_rim(polygon[*leaving], polygon[next]);
}

Bytes Solid::build(std::span<const TextEntry> metadata) {
  constexpr std::size_t kHeader = 80;
  std::string header = "binary STL of a relief by solgel, mm; " + metadata_text(metadata);  // never starts with "solid"
  std::replace(header.begin(), header.end(), '\n', ' ');
  header.resize(kHeader, ' ');
  append(bytes_, header.data(), header.size());
  const std::uint32_t nothing = 0;
  append(bytes_, &nothing, sizeof nothing);
  for (int j = 0; j < ny_; ++j) {
    for (int i = 0; i < nx_; ++i) {
      const int corners = inside(i, j) + inside(i + 1, j) + inside(i, j + 1) + inside(i + 1, j + 1);
      if (corners == 4) add_cell(i, j);
      if (corners > 0 && corners < 4) add_cut_cell(i, j);
    }
  }
  for (std::size_t byte = 0; byte < 4; ++byte) bytes_[kHeader + byte] = static_cast<std::byte>(count_ >> (8 * byte));
  return std::move(bytes_);
}

}  // namespace

Result<Bytes> encode_stl(const ReliefView& relief, const SolidShape& shape, std::span<const TextEntry> metadata) {
  if (!(shape.base > 0)) {
    return fail({.found = "the base is " + std::to_string(shape.base) + " mm thick",
                 .allowed = "more than 0",
                 .remedy = "the grooves reach down to the table: give the solid a base",
                 .file = {}});
  }
  if (relief.height->nx() < 1 || relief.height->ny() < 1 || !(shape.extent.x > 0) || !(shape.extent.y > 0)) {
    return fail({.found = "the relief is empty", .allowed = {}, .remedy = {}, .file = {}});
  }
  const double triangles = 2.0 * relief.height->nx() * relief.height->ny();
  if (triangles > 80e6) {  // 4 GB
    return fail({.found = "the solid would have " + std::to_string(static_cast<long>(triangles)) + " triangles",
                 .allowed = "at most 80 million",
                 .remedy = "make the cells larger",
                 .file = {}});
  }
  return Solid(relief, shape).build(metadata);
}

}  // namespace solgel::io
