#!/usr/bin/env python3
"""Computes the constants of src/core/math_tables.cpp and prints that file.

    tools/math_tables.py | clang-format-14 --style=file --assume-filename=math_tables.cpp > src/core/math_tables.cpp

Everything comes from Python's decimal at 500 digits: pi by Machin's formula, sine and arctangent by their series,
exponential and logarithm by Decimal's own. A pair (hi, lo) is a value rounded to 53 bits and its remainder rounded.
"""
from decimal import Decimal as D, getcontext
from fractions import Fraction as F

getcontext().prec = 500


def arctan(x):
    if x > D("0.3"):  # halve the angle until the series is quick
        return 2 * arctan(x / (1 + (1 + x * x).sqrt()))
    term, total, n = x, x, 1
    while abs(term) > D(10) ** -490:
        term, n = -term * x * x, n + 2
        total += term / n
    return total


def sine(x):
    term, total, n = x, x, 1
    while abs(term) > D(10) ** -490:
        term = -term * x * x / ((n + 1) * (n + 2))
        total, n = total + term, n + 2
    return total


PI = 16 * arctan(D(1) / 5) - 4 * arctan(D(1) / 239)
LN2 = D(2).ln()


def exact(f):
    return D(f.numerator) / D(f.denominator)


def nearest(d):
    f = F(d)
    return f.numerator / f.denominator  # Python rounds a quotient of integers correctly


def pieces(d, bits):
    """d as doubles of the given numbers of bits, each the truncated remainder; the last rounded."""
    out, rest = [], F(d)
    for b in bits[:-1]:
        e = 0
        while abs(rest) * F(2) ** e < 1: e += 1
        while abs(rest) * F(2) ** e >= 2: e -= 1
        scale = F(2) ** (e + b - 1)
        part = F(int(rest * scale)) / scale
        out.append(float(part))
        rest -= part
    out.append(float(rest))
    return out


def pair(d):
    hi = nearest(d)
    return "{%s, %s}" % (hi.hex(), nearest(d - exact(F(hi))).hex())


def table(comment, kind, name, rows):
    print(f"\n// {comment}\nconst {kind} {name}[{len(rows)}] = {{")
    for row in rows: print(f"    {row},")
    print("};")


def log_row(i):
    m = F(128 + i, 128)
    if i > 53: m /= 2
    c = F(round(1024 / m), 1024)
    return "{%s, %s}" % (float(c).hex(), pair(-exact(c).ln() if c != 1 else D(0)))


print("// Constants of core/math, printed by tools/math_tables.py; a generated file, hence its length.")
print('#include "core/math_tables.h"\n\nnamespace solgel::math {\n\n// clang-format off')
print(f"const DoubleDouble kPiPair = {pair(PI)};")
print(f"const DoubleDouble kHalfPiPair = {pair(PI / 2)};")
print(f"const DoubleDouble kAngleStep = {pair(PI / 256)};")
print("const double kLn2Parts[3] = {%s};" % ", ".join(v.hex() for v in pieces(LN2, [42, 42, 53])))
print("const double kExpStepParts[3] = {%s};" % ", ".join(v.hex() for v in pieces(LN2 / 128, [35, 35, 53])))
print(f"const DoubleDouble kThird = {pair(D(1) / 3)};")
print(f"const DoubleDouble kFifth = {pair(D(1) / 5)};")
print(f"const DoubleDouble kSixth = {pair(D(1) / 6)};")
print(f"const DoubleDouble kOver24 = {pair(D(1) / 24)};")
print(f"const DoubleDouble kOver120 = {pair(D(1) / 120)};")
table("2^(i / 128)", "DoubleDouble", "kExp2", [pair(D(2) ** (D(i) / 128)) for i in range(128)])
table("c and -log c, c the reciprocal of 1 + i / 128 (i > 53: of half that) to 10 bits after the point", "LogRow",
      "kLog", [log_row(i) for i in range(129)])
table("sin(i pi / 256)", "DoubleDouble", "kSin", [pair(sine(PI * i / 256)) if i else "{0, 0}" for i in range(129)])
table("arctan(i / 128)", "DoubleDouble", "kArctan", [pair(arctan(D(i) / 128)) if i else "{0, 0}" for i in range(129)])
words = int(F(256 / PI) * F(2) ** (21 * 64 - 7))
table("256 / pi in binary, 64 bits a word; the first bit of the second word has the weight 2^6", "std::uint64_t",
      "k256OverPi", ["0x%016x" % (words >> 64 * (21 - i) & (2**64 - 1)) for i in range(22)])
print("// clang-format on\n\n}  // namespace solgel::math")
