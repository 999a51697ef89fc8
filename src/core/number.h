// Reads decimal numbers the same way everywhere: no locale, no C library.
//
//   number = [+|-] (digits [. [digits]] | . digits) [(e|E) [+|-] digits]
//
// The first 19 significant digits go into an integer m, later ones only move the point: value = m 10^k. With m <= 2^53
// and |k| <= 22 both m and 10^|k| are exact and one IEEE operation rounds correctly; that covers what programs write
// for coordinates. Beyond, m is scaled in steps of 10^22, each rounding once: off by a few units in the last place.
#pragma once

namespace solgel {

// Reads a number at p, which moves behind it. False, with p and value unchanged, when there is none or it is too large
// for a double. The exponent belongs to the number only if `exponent` is set; "1e" and "1ex" read as 1 either way.
bool parse_number(const char*& p, const char* end, double& value, bool exponent);

}  // namespace solgel
