// The report of a terrain run as JSON: the stable keys of the project.
#pragma once

#include <optional>
#include <string>

#include "core/warnings.h"
#include "erosion/terrain.h"

namespace solgel {

struct TerrainReport {
  double wall_seconds = 0;            // as the caller measured; 0 leaves it and the rate out
  std::optional<erosion::Pits> pits;  // after the run, when the caller looked for them
  const Warnings* warnings = nullptr;
};
std::string report_json(const erosion::Terrain& terrain, const TerrainReport& report);

std::string_view scheme_name(erosion::Scheme scheme);
std::string_view border_name(erosion::Border border);
std::string_view depressions_name(erosion::Depressions depressions);

}  // namespace solgel
