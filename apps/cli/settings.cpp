#include "settings.h"

#include <algorithm>
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include "core/version.h"

namespace solgel::cli {
namespace {

using Take = FunctionRef<Status(const std::string&, double)>;

Status set_at(Take take, const std::string& path, const toml::key& key, const toml::node& node) {
  const auto value = node.value<double>();
  const auto line = static_cast<std::uint64_t>(key.source().begin.line);
  if (!value) {
    return fail({.found = std::string(key.str()) + " is no number",
                 .allowed = "wanted name = number",
                 .file = path,
                 .line = line});
  }
  Status done = take(std::string(key.str()), *value);
  if (!done) {
    Error error = done.error();
    error.file = path;
    error.line = line;
    if (error.remedy.rfind("change --", 0) == 0) error.remedy = "change this line";
    return fail(std::move(error));
  }
  return done;
}

}  // namespace

std::vector<ParamInfo> all_rows() {
  std::vector<ParamInfo> rows = param_infos<sand::Params>(sand::kParams);
  const std::vector<ParamInfo> look = param_infos<render::ReliefLook>(render::kReliefLook);
  rows.insert(rows.end(), look.begin(), look.end());
  return rows;
}

Status set(Settings& settings, std::string name, double value) {
  std::replace(name.begin(), name.end(), '-', '_');
  if (has_param<render::ReliefLook>(render::kReliefLook, name))
    return set_param<render::ReliefLook>("sand", render::kReliefLook, settings.look, name, value);
  if (has_param<sand::Params>(sand::kParams, name))
    return set_param<sand::Params>("sand", sand::kParams, settings.sand, name, value);
  return fail(unknown_param("sand", all_rows(), name));
}

Status read_toml(const std::string& path, const std::vector<std::string>& groups, Take take) {
  const toml::parse_result parsed = toml::parse_file(path);
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    return fail({.found = std::string(error.description()),
                 .allowed = "wanted a TOML file of name = value lines",
                 .file = path,
                 .line = static_cast<std::uint64_t>(error.source().begin.line)});
  }
  for (const auto& [key, node] : parsed.table()) {
    if (const toml::table* group = node.as_table()) {
      if (std::find(groups.begin(), groups.end(), key.str()) == groups.end()) {
        std::string allowed;
        for (const std::string& name : groups) allowed += (allowed.empty() ? "allowed [" : " and [") + name + "]";
        return fail({.found = "group [" + std::string(key.str()) + "]",
                     .allowed = allowed,
                     .file = path,
                     .line = static_cast<std::uint64_t>(key.source().begin.line)});
      }
      for (const auto& [inner, value] : *group) {
        if (Status done = set_at(take, path, inner, value); !done) return done;
      }
    } else if (Status done = set_at(take, path, key, node); !done) {
      return done;
    }
  }
  return {};
}

io::Metadata metadata(const Settings& settings, const std::string& track, const std::string& scheme) {
  io::Metadata entries{{"Software", std::string("solgel ") + kVersion}, {"Title", track}, {"scheme", scheme}};
  for (const auto& row : sand::kParams) entries.push_back({std::string(row.name), number_text(row.get(settings.sand))});
  for (const auto& row : render::kReliefLook)
    entries.push_back({std::string(row.name), number_text(row.get(settings.look))});
  return entries;
}

}  // namespace solgel::cli
