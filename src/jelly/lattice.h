// A triangle mesh as a soft body: the mesh is embedded in a regular lattice of tetrahedra that covers it.
//
// Cubes of side `cell` that hold any of the solid or a vertex are cut into six tetrahedra along their main diagonal
// (Kuhn 1960), which fit those of the neighbours. Each vertex is bound to its tetrahedron by barycentric weights. An
// element weighs and resists by the share of it that the solid fills (sampled at 6^3 points a cube, at least 1/16), so
// mass and stiffness are those of the solid, not of the cubes.
//
// The lattice is flush with the mesh's lowest point. Collisions act on lattice nodes, which stand up to one cell
// outside a curved surface: a finer lattice rests closer.
#pragma once

#include "core/mesh.h"
#include "core/result.h"
#include "jelly/cage.h"
#include "jelly/shell.h"

namespace solgel::jelly {

struct EmbeddedBody {
  Cage cage;
  Shell shell;
  double solid_volume = 0;  // of the mesh, m^3
};

// `mesh`: closed, looking outwards (jelly/surface_check.h), metres. `cells`: along the longest side of its box, 2 to
// 128. Fails when the solid is thinner than can be sampled everywhere.
Result<EmbeddedBody> embed(const TriangleMesh& mesh, int cells);

}  // namespace solgel::jelly
