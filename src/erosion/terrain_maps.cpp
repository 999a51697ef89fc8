// What comes out of a Terrain: the map, its change, the account of water and mass.
#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "erosion/terrain.h"
#include "erosion/text_scheme.h"

namespace solgel::erosion {
namespace {

constexpr int kRowsPerBlock = 32;

template <class F>
void for_each_row(int rows, const F& body) {
  parallel_for((rows + kRowsPerBlock - 1) / kRowsPerBlock, [&](int block) {
    for (int j = block * kRowsPerBlock; j < std::min(rows, (block + 1) * kRowsPerBlock); ++j) body(j);
  });
}

}  // namespace

// Integer height that the input had before anything was done to it.
std::int32_t Terrain::start_height(int i, int j) const {
  return static_cast<std::int32_t>(std::rint((input_(i, j) - land_.lowest()) / land_.quantum()));
}

Grid<double> Terrain::height() const {
  Grid<double> out = input_;
  for_each_row(ny(), [&](int j) {
    for (int i = 0; i < nx(); ++i) {
      if (text_) {
        const double now = text_->height()(i, j);
        if (now != input_(i, j) * text_->value_units()) out(i, j) = now / text_->value_units();
      } else if (!land_.is_wall(i, j)) {
        const std::int64_t change = static_cast<std::int64_t>(land_.row(j)[i]) - start_height(i, j);
        if (change != 0) out(i, j) = input_(i, j) + static_cast<double>(change) * land_.quantum();
      }
    }
  });
  return out;
}

Grid<float> Terrain::change() const {
  Grid<float> out(nx(), ny());
  for_each_row(ny(), [&](int j) {
    for (int i = 0; i < nx(); ++i) {
      if (text_) {
        out(i, j) = static_cast<float>(text_->height()(i, j) / text_->value_units() - input_(i, j));
      } else if (!land_.is_wall(i, j)) {
        const std::int64_t change = static_cast<std::int64_t>(land_.row(j)[i]) - start_height(i, j);
        out(i, j) = static_cast<float>(static_cast<double>(change) * land_.quantum());
      }
    }
  });
  return out;
}

Grid<float> Terrain::flow() const {
  if (!options_.with_maps) return {};
  Grid<float> out(nx(), ny());
  for_each_row(ny(), [&](int j) {
    for (int i = 0; i < nx(); ++i) {
      out(i, j) = static_cast<float>(static_cast<double>(account_.water(i, j).flow) / Account::kPerUnit);
    }
  });
  return out;
}

Terrain::Maps Terrain::maps() const {
  if (!options_.with_maps) return {};
  Maps maps{flow(), Grid<float>(nx(), ny()), Grid<float>(nx(), ny()), Grid<float>(nx(), ny()), Grid<float>(nx(), ny())};
  for_each_row(ny(), [&](int j) {
    for (int i = 0; i < nx(); ++i) {
      if (land_.is_wall(i, j)) continue;
      const double passed = static_cast<double>(account_.water(i, j).flow) / Account::kPerUnit;
      const double moisture = static_cast<double>(account_.water(i, j).moisture) / Account::kPerUnit;
      const std::int64_t change = static_cast<std::int64_t>(land_.row(j)[i]) - start_height(i, j);
      const std::int64_t eroded = account_.eroded(i, j);
      maps.moisture(i, j) = static_cast<float>(moisture);
      // A way of one cell is cs units long.
      maps.velocity(i, j) = moisture > 0 ? static_cast<float>(passed * rules_.cs / moisture) : 0.0f;
      maps.erosion(i, j) = static_cast<float>(static_cast<double>(eroded) * land_.quantum());
      maps.deposition(i, j) = static_cast<float>(static_cast<double>(eroded + change) * land_.quantum());
    }
  });
  return maps;
}

// In order of rows, each row by itself: long sums of heights lose little.
double Terrain::sum_of_input() const {
  double sum = 0;
  for (int j = 0; j < ny(); ++j) {
    double row = 0;
    for (int i = 0; i < nx(); ++i) row += land_.is_wall(i, j) ? 0.0 : input_(i, j);
    sum += row;
  }
  return sum;
}

Balance Terrain::balance() const {
  Balance b;
  b.sum_before = b.sum_after = sum_of_input();
  if (text_) {
    const TextScheme::Totals& t = text_->totals();
    b.eroded = t.eroded / text_->value_units();
    b.deposited = t.deposited / text_->value_units();
    b.carried_off = t.carried_off / text_->value_units();
    b.error = b.eroded > 0 ? std::abs(b.eroded - b.deposited - b.carried_off) / b.eroded : 0;
    b.sum_after += b.deposited - b.eroded;
    return b;
  }
  std::int64_t in_flight = 0;
  if (fast_) {
    for (const Droplet& d : fast_->droplets()) in_flight += d.mass;
  }
  const auto value = [&](std::int64_t quanta) { return static_cast<double>(quanta) * land_.quantum(); };
  b.eroded = value(ledger_.eroded);
  b.deposited = value(ledger_.deposited);
  b.carried_off = value(ledger_.carried_off);
  b.in_flight = value(in_flight);
  b.filled = value(filled_);
  b.breached = value(breached_);
  b.slid = value(slid_);
  b.sum_after += value(ledger_.deposited - ledger_.eroded + filled_ - breached_);
  // Against the state's own sum, so that a lost quantum anywhere shows.
  const std::int64_t missing = ledger_.eroded - ledger_.deposited - ledger_.carried_off - in_flight;
  const std::int64_t unexplained = land_.sum() - start_sum_ - (ledger_.deposited - ledger_.eroded);
  const std::int64_t error = std::abs(missing) + std::abs(unexplained);
  b.error = ledger_.eroded > 0 ? static_cast<double>(error) / static_cast<double>(ledger_.eroded)
                               : static_cast<double>(error);
  return b;
}

Pits Terrain::pits() const {
  if (!text_) return find_pits(land_, options_.border);
  Grid<double> now = height();
  return find_pits(Land(now, nullptr), options_.border);
}

}  // namespace solgel::erosion
