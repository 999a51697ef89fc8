// The published body and its motions, from the sample data beside the project; tests that need them skip without.
#pragma once

#include <fstream>
#include <memory>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "jelly/body.h"

namespace solgel::jelly {

inline nlohmann::json reference(const std::string& name) {
  std::ifstream file(std::string(SOLGEL_SHARED_DATA) + "/jelly/" + name + ".json");
  if (!file) {
    MESSAGE("skipped: no jelly/", name, ".json in the sample data");
    return {};
  }
  return nlohmann::json::parse(file);
}

// The cage as published, which differs from the computed one in the last bits.
inline std::shared_ptr<const Cage> published_cage() {
  const nlohmann::json data = reference("cage");
  if (data.is_null()) return nullptr;
  TetrahedralMesh mesh;
  const auto coordinates = data["nodes"].get<std::vector<double>>();
  for (std::size_t k = 0; k < coordinates.size(); k += 3) {
    mesh.points.push_back({coordinates[k], coordinates[k + 1], coordinates[k + 2]});
  }
  mesh.elements = data["tets"].get<std::vector<Tetrahedron>>();
  return std::make_shared<Cage>(make_cage(std::move(mesh)).value());
}

inline std::shared_ptr<const Cage> computed_cage() {
  static const auto cage = std::make_shared<const Cage>(flower_cage());
  return cage;
}

}  // namespace solgel::jelly
