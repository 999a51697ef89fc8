#include <memory>

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>

#include "core/parallel.h"

namespace solgel {
namespace {
// The limit belongs to the process, as TBB's scheduler does.
std::unique_ptr<tbb::global_control>& limit() {
  static std::unique_ptr<tbb::global_control> control;
  return control;
}
}  // namespace

void parallel_for(int blocks, FunctionRef<void(int)> body) {
  tbb::parallel_for(
      tbb::blocked_range<int>(0, blocks, 1),
      [&](const tbb::blocked_range<int>& r) {
        for (int i = r.begin(); i != r.end(); ++i) body(i);
      },
      tbb::simple_partitioner{});
}

void set_threads(int threads) {
  limit().reset();
  if (threads > 0) {
    limit() = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                    static_cast<std::size_t>(threads));
  }
}

int threads() {
  return static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

}  // namespace solgel
