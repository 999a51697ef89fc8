#include "api/terrain_report.h"

#include "core/hash.h"
#include "core/json.h"
#include "core/version.h"

namespace solgel {
namespace {

using erosion::Terrain;

std::string pits_json(const erosion::Pits& pits, double quantum) {
  JsonObject json;
  json.number("basins", static_cast<double>(pits.count));
  json.number("cells", static_cast<double>(pits.cells));
  json.number("deepest", pits.deepest * quantum);
  json.number("volume", static_cast<double>(pits.volume) * quantum);
  return json.str();
}

void add_balance(JsonObject& json, const erosion::Balance& balance) {
  json.number("eroded", balance.eroded);
  json.number("deposited", balance.deposited);
  json.number("carried_off", balance.carried_off);
  json.number("in_flight", balance.in_flight);
  json.number("balance_relative_error", balance.error);
  json.number("height_sum_before", balance.sum_before);
  json.number("height_sum_after", balance.sum_after);
  if (balance.filled > 0) json.number("filled", balance.filled);
  if (balance.breached > 0) json.number("breached", balance.breached);
  if (balance.slid > 0) json.number("slid", balance.slid);
}

}  // namespace

std::string_view scheme_name(erosion::Scheme scheme) {
  return scheme == erosion::Scheme::fast ? "fast" : scheme == erosion::Scheme::reference ? "reference" : "text";
}
std::string_view border_name(erosion::Border border) {
  return border == erosion::Border::open ? "open" : border == erosion::Border::walled ? "walled" : "periodic";
}
std::string_view depressions_name(erosion::Depressions depressions) {
  return depressions == erosion::Depressions::keep   ? "keep"
         : depressions == erosion::Depressions::fill ? "fill"
                                                     : "breach";
}

std::string report_json(const Terrain& terrain, const TerrainReport& report) {
  JsonObject params;
  for (const auto& row : erosion::kParams) params.number(row.name, row.get(terrain.params()));
  params.raw("seed", std::to_string(terrain.options().seed));
  JsonObject json;
  json.text("model", "terrain");
  json.text("version", kVersion);
  json.raw("params", params.str());
  json.text("scheme", scheme_name(terrain.options().scheme));
  json.text("border", border_name(terrain.options().border));
  json.text("depressions", depressions_name(terrain.options().depressions));
  json.number("columns", terrain.nx());
  json.number("rows", terrain.ny());
  json.number("steps", static_cast<double>(terrain.steps()));
  json.text("state_hash", hash_text(terrain.hash()));
  if (report.wall_seconds > 0) json.number("wall_seconds", report.wall_seconds);
  json.number("droplets", static_cast<double>(terrain.droplets()));
  json.number("droplets_ended", static_cast<double>(terrain.ended()));
  json.number("droplets_stopped_by_age", static_cast<double>(terrain.aged()));
  json.number("droplet_steps", static_cast<double>(terrain.steps()));
  add_balance(json, terrain.balance());
  if (terrain.options().depressions != erosion::Depressions::keep) {
    json.raw("pits_before", pits_json(terrain.pits_before(), terrain.quantum()));
  }
  if (report.pits) json.raw("pits", pits_json(*report.pits, terrain.quantum()));
  if (report.wall_seconds > 0)
    json.number("steps_per_second", static_cast<double>(terrain.steps()) / report.wall_seconds);
  json.raw("warnings", report.warnings != nullptr ? warnings_json(*report.warnings) : "[]");
  return json.str();
}

}  // namespace solgel
