// The subcommands; each returns an exit code.
#pragma once

#include <string>

#include "sand_options.h"

namespace solgel::cli {

int run_sand(const SandOptions& options);
int run_batch(const SandOptions& options);
int run_demo(const std::string& folder);

// Tracks as sources: the files named, or the generator. Errors are those of opening.
Result<std::vector<TrackSource>> track_sources(const SandOptions& options);
// Prints an error; returns the exit code given.
int complain(const Error& error, int code);
// "koch" of "tracks/koch.thr"; "stdin" for -.
std::string stem(const std::string& path);

}  // namespace solgel::cli
