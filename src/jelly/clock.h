// From elapsed time, as frames bring it, to fixed steps: the same motion at 20 frames a second and at 240.
//
// Elapsed time is clamped to 0..0.05 s, a frame takes at most 12 steps, and what is left over then is cut to one step.
// A step is due when a billionth of it is missing: sums of 1/144 s must not lose one to rounding.
#pragma once

#include <algorithm>

namespace solgel::jelly {

inline constexpr double kLongestFrame = 0.05;  // s
inline constexpr int kMostSteps = 12;

class Clock {
 public:
  explicit Clock(double accumulated = 0) : accumulated_(accumulated) {}

  // Steps that are due after `elapsed` seconds; the caller takes them.
  int advance(double elapsed, double step) {
    accumulated_ += elapsed > 0 ? std::min(elapsed, kLongestFrame) : 0.0;
    int due = 0;
    while (due < kMostSteps && accumulated_ >= step * (1 - 1e-9)) {
      accumulated_ -= step;
      ++due;
    }
    if (due == kMostSteps) accumulated_ = std::min(accumulated_, step);
    return due;
  }
  double accumulated() const { return accumulated_; }

 private:
  double accumulated_;  // s; may be a billionth of a step below 0
};

}  // namespace solgel::jelly
