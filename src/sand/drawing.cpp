#include "sand/drawing.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "core/simulation.h"

namespace solgel::sand {

static_assert(Simulation<Drawing>);

namespace {

std::variant<FastKernel, ReferenceKernel> make_kernel(const Params& params, Scheme scheme) {
  if (scheme == Scheme::reference) return ReferenceKernel(params);
  return FastKernel(params);
}

}  // namespace

Drawing::Drawing(const Params& params, Scheme scheme)
    : params_(params),
      scheme_(scheme),
      kernel_(make_kernel(params, scheme)),
      walk_(params, scheme == Scheme::fast ? WalkKind::arc_length : WalkKind::per_move) {}

void Drawing::begin_track(Start start) {
  walk_.begin_track(start);
  ended_ = false;
}

// Leaves the next sub-step in pending_; false when there is none.
Result<bool> Drawing::fetch(MoveSource source) {
  if (pending_) return true;
  SubStep next;
  while (!walk_.next(next)) {
    if (ended_) return false;
    Move move;
    const Result<bool> got = source(move);
    if (!got) return got;
    if (*got) {
      if (const Status pushed = walk_.push(move); !pushed) return fail(pushed.error());
    } else {
      walk_.end_track();
      ended_ = true;
    }
  }
  pending_ = next;
  return true;
}

Result<bool> Drawing::skip_step(MoveSource source) {
  const Result<bool> got = fetch(source);
  if (!got || !*got) return got;
  ball_ = pending_->at;
  seconds_ = pending_->seconds;
  pending_.reset();
  ++steps_;
  return true;
}

Result<bool> Drawing::step(MoveSource source) {
  const Result<bool> got = skip_step(source);
  if (!got || !*got) return got;
  const Vec2 on_table = ball_ + Vec2{params_.ball_radius, params_.ball_radius};
  std::visit([&](auto& kernel) { kernel.step(on_table); }, kernel_);
  return true;
}

Result<bool> Drawing::is_due(double seconds, MoveSource source) {
  const Result<bool> got = fetch(source);
  if (!got || !*got) return got;
  return pending_->seconds <= seconds;
}

Result<bool> Drawing::advance_to(double seconds, MoveSource source) {
  while (true) {
    const Result<bool> due = is_due(seconds, source);
    if (!due) return due;
    if (!*due) return !track_ended();
    if (const Result<bool> stepped = step(source); !stepped) return stepped;
  }
}

void Drawing::settle() {
  std::visit([](auto& kernel) { kernel.settle(); }, kernel_);
}

std::uint64_t Drawing::hash() const {
  Hash hash;
  std::visit([&](const auto& kernel) { kernel.add_to(hash); }, kernel_);
  hash.add(ball_.x);
  hash.add(ball_.y);
  hash.add(steps_);
  return hash.value();
}

int Drawing::nx() const {
  return std::visit([](const auto& kernel) { return kernel.nx(); }, kernel_);
}
int Drawing::ny() const {
  return std::visit([](const auto& kernel) { return kernel.ny(); }, kernel_);
}

void Drawing::copy_heights(std::span<float> out) const {
  SOLGEL_ASSERT(out.size() == static_cast<std::size_t>(nx()) * static_cast<std::size_t>(ny()));
  std::visit(
      [&](const auto& kernel) {
        std::size_t at = 0;
        for (int j = 0; j < kernel.ny(); ++j) {
          for (int i = 0; i < kernel.nx(); ++i) out[at++] = static_cast<float>(kernel.height_mm(i, j));
        }
      },
      kernel_);
}

Grid<float> Drawing::heights() const {
  Grid<float> grid(nx(), ny());
  copy_heights(grid.cells());
  return grid;
}

std::vector<std::int32_t> Drawing::save() const {
  return std::visit([](const auto& kernel) { return kernel.save(); }, kernel_);
}

bool Drawing::restore(std::span<const std::int32_t> words) {
  return std::visit([&](auto& kernel) { return kernel.restore(words); }, kernel_);
}

ReliefFigures Drawing::figures() const {
  const Params& p = params_;
  const Vec2 parked = ball_ + Vec2{p.ball_radius, p.ball_radius};
  ReliefFigures f;
  double steepest = 0, open_cells = 0, moved = 0;
  std::visit(
      [&](const auto& kernel) {
        auto counts = [&](int i, int j) {
          if (i < 0 || i >= kernel.nx() || j >= kernel.ny() || kernel.is_wall(i, j)) return false;
          return !has_ball() || distance({(i + 0.5) * p.cell, (j + 0.5) * p.cell}, parked) > p.ball_radius + 1;
        };
        f.volume_mm3 = kernel.volume_mm3();
        for (int j = 0; j < kernel.ny(); ++j) {
          for (int i = 0; i < kernel.nx(); ++i) {
            if (kernel.is_wall(i, j)) continue;
            const double h = kernel.height_mm(i, j);
            open_cells += 1;
            moved += std::fabs(h - p.depth);
            f.highest_mm = std::max(f.highest_mm, h);
            if (!counts(i, j)) continue;
            constexpr int kPairs[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
            for (const auto& [di, dj] : kPairs) {
              if (!counts(i + di, j + dj)) continue;
              const double run = p.cell * (di != 0 && dj != 0 ? std::sqrt(2.0) : 1.0);
              steepest = std::max(steepest, std::fabs(h - kernel.height_mm(i + di, j + dj)) / run);
            }
          }
        }
      },
      kernel_);
  // The level start, quantised as the kernel quantises it.
  const double depth = scheme_ == Scheme::fast ? std::floor(p.depth * Bed::kUnitsPerLength + 0.5) / Bed::kUnitsPerLength
                                               : static_cast<double>(static_cast<float>(p.depth));
  const double start = open_cells * depth * p.cell * p.cell;
  f.volume_relative_drift = start > 0 ? (f.volume_mm3 - start) / start : 0;
  f.steepest_deg = math::atan2(steepest, 1) * 180 / kPi;
  f.sand_moved_mm3 = moved / 2 * p.cell * p.cell;
  return f;
}

}  // namespace solgel::sand
