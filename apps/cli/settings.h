// Parameters from everywhere: a table preset, a TOML file, flags; later ones win. Every flag comes from a table.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/function_ref.h"
#include "core/result.h"
#include "io/bytes.h"
#include "render/relief_look.h"
#include "sand/params.h"

namespace solgel::cli {

struct Settings {
  sand::Params sand;
  render::ReliefLook look;
};

// Rows of both tables, those of the sand first.
std::vector<ParamInfo> all_rows();
// Sets a parameter of either table; '-' and '_' in the name are the same.
Status set(Settings& settings, std::string name, double value);
// Reads `name = value` lines of a TOML file, at the top level or under one of the groups, and hands them to `take`.
// Errors carry file and line.
Status read_toml(const std::string& path, const std::vector<std::string>& groups,
                 FunctionRef<Status(const std::string&, double)> take);
// The full set, for embedding in files.
io::Metadata metadata(const Settings& settings, const std::string& track, const std::string& scheme);

}  // namespace solgel::cli
