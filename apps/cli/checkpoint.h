// Checkpoints: a run that is killed at any moment goes on from its last one to the same bits.
//
// A file holds the number of sub-steps, the kernel's state, and a fingerprint of the job (parameters, placement and the
// survey's totals of the tracks), guarded by a hash over all of it. It is written beside its place and renamed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
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

// The same for a model that saves itself as bytes.
Status write_checkpoint(const std::string& path, std::uint64_t fingerprint, std::uint64_t steps,
                        std::span<const std::byte> state);
// What --resume goes on from: nothing where there is no file yet, which is said on standard error unless `quiet`; an
// error when it is of a run with another fingerprint. `wanted`: "one of the same map and parameters".
Result<std::optional<Checkpoint>> checkpoint_to_resume(const std::string& path, std::uint64_t fingerprint,
                                                       const std::string& wanted, bool quiet);

}  // namespace solgel::cli
