// What this processor can do; decides only which copy of a kernel runs, never a result.
#pragma once

namespace solgel {

// False everywhere but on x86 with AVX2, and when the environment has SOLGEL_NO_AVX2 set: so tests reach both copies.
bool cpu_has_avx2();

}  // namespace solgel
