#include "core/parallel.h"

namespace solgel {

void parallel_for(int blocks, FunctionRef<void(int)> body) {
  for (int i = 0; i < blocks; ++i) body(i);
}

void set_threads(int) {}
int threads() {
  return 1;
}

}  // namespace solgel
