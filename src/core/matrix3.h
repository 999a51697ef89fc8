// 3 x 3 matrices, by rows: a b c; d e f; g h i. The order of operations is part of the contract of docs/DETERMINISM.md.
#pragma once

#include "core/vec.h"

namespace solgel {

struct Matrix3 {
  double a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0;
};

inline double determinant(const Matrix3& m) {
  return m.a * (m.e * m.i - m.f * m.h) - m.b * (m.d * m.i - m.f * m.g) + m.c * (m.d * m.h - m.e * m.g);
}

// Precondition: the determinant is not zero.
inline Matrix3 inverse(const Matrix3& m) {
  const double s = 1 / determinant(m);
  return {(m.e * m.i - m.f * m.h) * s, (m.c * m.h - m.b * m.i) * s, (m.b * m.f - m.c * m.e) * s,
          (m.f * m.g - m.d * m.i) * s, (m.a * m.i - m.c * m.g) * s, (m.c * m.d - m.a * m.f) * s,
          (m.d * m.h - m.e * m.g) * s, (m.b * m.g - m.a * m.h) * s, (m.a * m.e - m.b * m.d) * s};
}

}  // namespace solgel
