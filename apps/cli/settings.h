// Parameters from everywhere: a table preset, a TOML file, flags; later ones win. Every flag comes from a table.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

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
// Reads `name = value` lines, at the top level or under [sand] and [look].
Status read_toml(const std::string& path, Settings& settings);
// Parses the text of a flag's value; the whole text must be a number.
Result<double> parse_value(const std::string& name, const std::string& text);
// The full set, for embedding in files.
io::Metadata metadata(const Settings& settings, const std::string& track, const std::string& scheme);

}  // namespace solgel::cli
