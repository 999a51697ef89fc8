// Saving a Terrain and going on from it. Little-endian words; whoever keeps the bytes guards them
// (apps/cli/checkpoint.h hashes them and compares input and parameters), yet nothing here trusts them.
#include <bit>
#include <cstring>

#include "erosion/terrain.h"
#include "erosion/text_scheme.h"

namespace solgel::erosion {
namespace {

constexpr std::uint64_t kVersion = 1;

class Writer {
 public:
  template <class T>
  void put(const T& value) {
    const std::byte* from = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), from, from + sizeof value);
  }
  template <class T>
  void put_all(const T* from, std::size_t count) {
    const std::byte* b = reinterpret_cast<const std::byte*>(from);
    bytes.insert(bytes.end(), b, b + count * sizeof(T));
  }
  std::vector<std::byte> bytes;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  template <class T>
  bool get(T& value) {
    return get_all(&value, 1);
  }
  template <class T>
  bool get_all(T* to, std::size_t count) {
    if (bytes_.size() / sizeof(T) < count) return false;
    if (count == 0) return true;  // memcpy takes no null pointer
    std::memcpy(to, bytes_.data(), count * sizeof(T));
    bytes_ = bytes_.subspan(count * sizeof(T));
    return true;
  }
  std::size_t left() const { return bytes_.size(); }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace

static_assert(std::endian::native == std::endian::little && sizeof(Droplet) == 40);

std::vector<std::byte> Terrain::save() const {
  Writer to;
  to.put(kVersion);
  to.put(static_cast<std::uint64_t>(stage_));
  to.put(next_);
  to.put(dry_);
  to.put(ledger_);
  to.put(slid_);
  if (text_) {
    to.put(text_->totals());
    to.put_all(text_->height().cells().data(), text_->height().cells().size());
    return std::move(to.bytes);
  }
  for (int j = 0; j < ny(); ++j) to.put_all(land_.row(j), static_cast<std::size_t>(nx()));
  if (options_.with_maps) {
    to.put_all(account_.water.cells().data(), account_.water.cells().size());
    to.put_all(account_.eroded.cells().data(), account_.eroded.cells().size());
  }
  if (fast_) {
    const std::vector<Droplet> droplets = fast_->droplets();
    to.put(static_cast<std::uint64_t>(droplets.size()));
    to.put_all(droplets.data(), droplets.size());
  }
  return std::move(to.bytes);
}

Status Terrain::restore(std::span<const std::byte> bytes) {
  const auto damaged = [] {
    return fail({.found = "the saved terrain does not fit", .allowed = "wanted one of the same input and parameters"});
  };
  Reader from(bytes);
  std::uint64_t version = 0, stage = 0, next = 0, dry = 0;
  Ledger ledger;
  std::int64_t slid = 0;
  if (!from.get(version) || version != kVersion || !from.get(stage) || stage > 2 || !from.get(next) ||
      next > droplets_ || !from.get(dry) || dry > next || !from.get(ledger) || !from.get(slid)) {
    return damaged();
  }
  if (text_) {
    Grid<double> heights(nx(), ny());
    TextScheme::Totals totals;
    if (!from.get(totals) || !from.get_all(heights.cells().data(), heights.cells().size()) || from.left() != 0)
      return damaged();
    text_->totals() = totals;
    text_->height() = std::move(heights);
  } else {
    if (Status good = restore_land(from.left() > 0 ? bytes.subspan(bytes.size() - from.left()) : bytes.first(0)); !good)
      return good;
  }
  stage_ = static_cast<Stage>(stage);
  next_ = next;
  dry_ = dry;
  ledger_ = ledger;
  slid_ = slid;
  return {};
}

Status Terrain::restore_land(std::span<const std::byte> bytes) {
  const auto damaged = [] {
    return fail({.found = "the saved terrain does not fit", .allowed = "wanted one of the same input and parameters"});
  };
  Reader from(bytes);
  Grid<std::int32_t> heights(nx(), ny());
  if (!from.get_all(heights.cells().data(), heights.cells().size())) return damaged();
  for (int j = 0; j < ny(); ++j) {
    for (int i = 0; i < nx(); ++i) {
      if ((heights(i, j) == Land::kWall) != land_.is_wall(i, j)) return damaged();
    }
  }
  Account account = account_;
  if (options_.with_maps && (!from.get_all(account.water.cells().data(), account.water.cells().size()) ||
                             !from.get_all(account.eroded.cells().data(), account.eroded.cells().size()))) {
    return damaged();
  }
  std::vector<Droplet> droplets;
  if (fast_) {
    std::uint64_t count = 0;
    if (!from.get(count) || count != from.left() / sizeof(Droplet)) return damaged();
    droplets.resize(static_cast<std::size_t>(count));
    if (!from.get_all(droplets.data(), droplets.size())) return damaged();
    for (const Droplet& d : droplets) {
      const bool is_sound = d.i >= -1 && d.j >= -1 && d.i < nx() && d.j < ny() && d.fx >= 0 && d.fx < 1 && d.fy >= 0 &&
                            d.fy < 1 && d.cell_i() >= 0 && d.cell_j() >= 0 && d.cell_i() < nx() && d.cell_j() < ny() &&
                            !land_.is_wall(d.cell_i(), d.cell_j()) && d.mass >= 0 && d.age >= 0 && d.volume > 0 &&
                            d.volume <= 1 && d.vx * d.vx + d.vy * d.vy <= 4 && d.remainder * d.remainder <= 0x1p60f;
      if (!is_sound) return damaged();
    }
  }
  if (from.left() != 0) return damaged();
  for (int j = 0; j < ny(); ++j)
    std::memcpy(land_.row(j), heights.row(j).data(), static_cast<std::size_t>(nx()) * sizeof(std::int32_t));
  account_ = std::move(account);
  if (fast_) {
    fast_.emplace(land_, options_.border);
    for (const Droplet& d : droplets) fast_->add(d);
  }
  return {};
}

}  // namespace solgel::erosion
