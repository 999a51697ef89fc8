#include "checkpoint.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <span>

#include <fmt/core.h>

#include "core/hash.h"
#include "io/output_file.h"

namespace solgel::cli {
namespace {

constexpr char kMagic[8] = {'S', 'O', 'L', 'G', 'E', 'L', 'C', '1'};
struct Header {
  char magic[8];
  std::uint64_t fingerprint, steps, words, hash;
};

std::uint64_t content_hash(const Checkpoint& c) {
  Hash hash;
  hash.add(c.fingerprint);
  hash.add(c.steps);
  hash.add(std::span<const std::int32_t>(c.state));
  return hash.value();
}

Error damaged(const std::string& path) {
  return {.found = "is no whole checkpoint",
          .allowed = "wanted a file written by --checkpoint",
          .remedy = "start again without --resume",
          .file = path};
}

}  // namespace

std::uint64_t fingerprint(const SandJob& job, const SandJobOptions& options) {
  Hash hash;
  for (const auto& row : sand::kParams) hash.add(row.get(job.params()));
  hash.add(std::uint64_t{options.scheme == sand::Scheme::reference});
  hash.add(job.totals().path_mm);
  hash.add(job.totals().seconds);
  hash.add(job.totals().moves);
  hash.add(job.totals().steps);
  return hash.value();
}

Status write_checkpoint(const std::string& path, const Checkpoint& c) {
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.fingerprint = c.fingerprint;
  header.steps = c.steps;
  header.words = c.state.size();
  header.hash = content_hash(c);
  auto file = io::OutputFile::open(path);
  if (!file) return fail(file.error());
  if (Status put = file->write(std::as_bytes(std::span(&header, 1))); !put) return put;
  if (Status put = file->write(std::as_bytes(std::span<const std::int32_t>(c.state))); !put) return put;
  return file->commit();
}

Result<std::optional<Checkpoint>> read_checkpoint(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) {
    if (errno == ENOENT) return std::optional<Checkpoint>{};
    return fail({.found = std::string("cannot be read (") + std::strerror(errno) + ")", .file = path});
  }
  Header header{};
  if (std::fread(&header, sizeof header, 1, file.get()) != 1 || std::memcmp(header.magic, kMagic, sizeof kMagic) != 0) {
    return fail(damaged(path));
  }
  constexpr std::uint64_t kMostWords = 512u << 20;  // eight times the largest table
  if (header.words > kMostWords) return fail(damaged(path));
  Checkpoint c{.fingerprint = header.fingerprint, .steps = header.steps, .state = {}};
  std::vector<std::int32_t> piece(1 << 16);
  while (c.state.size() < header.words) {  // grows with what is there, not with what the header claims
    const std::size_t wanted = std::min<std::size_t>(piece.size(), header.words - c.state.size());
    const std::size_t got = std::fread(piece.data(), sizeof(std::int32_t), wanted, file.get());
    if (got == 0) return fail(damaged(path));
    c.state.insert(c.state.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got));
  }
  if (content_hash(c) != header.hash) return fail(damaged(path));
  return std::optional<Checkpoint>(std::move(c));
}

Status write_checkpoint(const std::string& path, std::uint64_t fingerprint, std::uint64_t steps,
                        std::span<const std::byte> state) {
  Checkpoint checkpoint{.fingerprint = fingerprint, .steps = steps, .state = {}};
  checkpoint.state.resize((state.size() + 3) / 4);
  std::memcpy(checkpoint.state.data(), state.data(), state.size());
  return write_checkpoint(path, checkpoint);
}

Result<std::optional<Checkpoint>> checkpoint_to_resume(const std::string& path, std::uint64_t fingerprint,
                                                       const std::string& wanted, bool quiet) {
  auto checkpoint = read_checkpoint(path);
  if (!checkpoint) return checkpoint;
  if (!*checkpoint) {
    if (!quiet) fmt::print(stderr, "{}: no checkpoint yet; starting from the beginning\n", path);
    return checkpoint;
  }
  if ((*checkpoint)->fingerprint != fingerprint) {
    return fail({.found = "the checkpoint is of another run",
                 .allowed = "wanted " + wanted,
                 .remedy = "resume with what it was made with, or start again without --resume",
                 .file = path});
  }
  return checkpoint;
}

}  // namespace solgel::cli
