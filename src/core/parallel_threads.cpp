// parallel_for on plain threads, for ThreadSanitizer: it cannot see how the oneTBB of a distribution, built without it,
// orders its tasks, and would report every one. Relaxed counting, so that nothing orders one block before another.
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "core/parallel.h"

namespace solgel {
namespace {
std::atomic<int> limit{0};
thread_local bool inside = false;  // a loop within a loop runs on its thread
}  // namespace

void parallel_for(int blocks, FunctionRef<void(int)> body) {
  const int count = std::min(threads(), blocks);
  if (inside || count <= 1) {
    for (int i = 0; i < blocks; ++i) body(i);
    return;
  }
  std::atomic<int> next{0};
  const auto work = [&] {
    inside = true;
    for (int i; (i = next.fetch_add(1, std::memory_order_relaxed)) < blocks;) body(i);
    inside = false;
  };
  std::vector<std::thread> workers;
  for (int i = 1; i < count; ++i) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();
}

void set_threads(int threads) {
  limit = threads;
}

int threads() {
  const int most = limit;
  return most > 0 ? most : std::max(2, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace solgel
