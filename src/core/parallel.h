// parallel_for over numbered blocks.
//
// The blocks are fixed by the caller, never by the machine, so a result that is summed block by block in order does not
// depend on the number of threads. Natively oneTBB runs the blocks; in WebAssembly they run one after another.
#pragma once

#include "core/function_ref.h"

namespace solgel {

// Runs body(0) ... body(blocks - 1), in any order and possibly at the same time; returns when all are done.
void parallel_for(int blocks, FunctionRef<void(int)> body);

// Caps the threads that parallel_for uses from now on, in the whole process; 0 takes all cores. Call it before work
// starts.
void set_threads(int threads);
int threads();

}  // namespace solgel
