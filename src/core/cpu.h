// What this processor can do; decides only which copy of a kernel runs, never a result.
#pragma once

namespace solgel {

// False everywhere but on x86 with AVX2, and when the environment has SOLGEL_NO_AVX2 set: so tests reach every copy.
bool cpu_has_avx2();
// AVX-512 with its F, DQ and VL parts; SOLGEL_NO_AVX512 and SOLGEL_NO_AVX2 turn it off.
bool cpu_has_avx512();

}  // namespace solgel
