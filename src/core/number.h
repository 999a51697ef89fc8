// Reads decimal numbers the same way everywhere: no locale, no C library.
//
//   number = [+|-] (digits [. [digits]] | . digits) [(e|E) [+|-] digits]
//
// The first 19 significant digits go into an integer m, later ones only move the point: value = m 10^k. With m <= 2^53
// and |k| <= 22 both m and 10^|k| are exact and one IEEE operation rounds correctly; that covers what programs write
// for coordinates. Beyond, m is scaled in pairs of doubles (core/double_double.h), in steps of 10^22, and rounded once:
// the nearest double except in about one of 2^40 cases, and where more than 19 digits decide.
#pragma once

namespace solgel {

// Reads a number at p, which moves behind it. False, with p and value unchanged, when there is none or it is too large
// for a double. The exponent belongs to the number only if `exponent` is set; "1e" and "1ex" read as 1 either way.
bool parse_number(const char*& p, const char* end, double& value, bool exponent);

}  // namespace solgel
