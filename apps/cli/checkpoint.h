// Checkpoints: a run that is killed at any moment goes on from its last one to the same bits.
//
// A file holds the number of sub-steps, the kernel's state, and a fingerprint of the job (parameters, placement and the
// survey's totals of the tracks), guarded by a hash over all of it. It is written beside its place and renamed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "api/sand_job.h"
#include "core/result.h"

namespace solgel::cli {

struct Checkpoint {
  std::uint64_t fingerprint = 0, steps = 0;
  std::vector<std::int32_t> state;
};

std::uint64_t fingerprint(const SandJob& job, const SandJobOptions& options);
Status write_checkpoint(const std::string& path, const Checkpoint& checkpoint);
// Nothing when there is no such file: the run was killed before its first checkpoint. An error when the file is
// damaged.
Result<std::optional<Checkpoint>> read_checkpoint(const std::string& path);

}  // namespace solgel::cli
