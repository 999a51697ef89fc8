// Constants of core/math; their values are computed by tools/math_tables.py.
#pragma once

#include <cstdint>

#include "core/double_double.h"

namespace solgel::math {

struct LogRow {
  double c;                // about 1 / m, 10 bits after the point, so that c m is a pair without error
  DoubleDouble minus_log;  // -log c
};

extern const DoubleDouble kPiPair, kHalfPiPair;
extern const DoubleDouble kAngleStep;  // pi / 256
extern const double kLn2Parts[3];      // log 2; the first two have 42 bits: exact times an exponent
extern const double kExpStepParts[3];  // log 2 / 128; the first two have 35 bits: exact times 18 bits
extern const DoubleDouble kThird, kFifth, kSixth, kOver24, kOver120;
extern const DoubleDouble kExp2[128];       // 2^(i / 128)
extern const LogRow kLog[129];              // for mantissas about 1 + i / 128
extern const DoubleDouble kSin[129];        // sin(i pi / 256)
extern const DoubleDouble kArctan[129];     // arctan(i / 128)
extern const std::uint64_t k256OverPi[22];  // binary digits; see reduce in math_trig.cpp

}  // namespace solgel::math
