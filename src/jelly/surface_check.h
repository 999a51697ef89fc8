// Whether triangles make the surface of a solid: closed, every edge shared by two of them, one fan around every corner.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/mesh.h"
#include "core/result.h"

namespace solgel::jelly {

// The triangle across each side: side s of triangle t runs from corner s to the next and is number 3 t + s.
using SidePartners = std::vector<std::uint32_t>;

// Fails at the first triangle (called `name`, counted from 1) that uses a point twice, or has a side that no other or
// more than one other triangle shares. O(n log n).
Result<SidePartners> find_partners(std::span<const Triangle> triangles, std::string_view name);

// As find_partners; also fails where two triangles run along their common side the same way, or where several fans meet
// at a point.
Status check_surface(std::span<const Triangle> triangles, std::string_view name);

// Turns triangles so that all look outwards, and counts those that did not. Fails where they cannot agree (a surface
// with one side) and on what find_partners refuses, on points that are not finite and on triangles without area.
Result<std::size_t> orient_outwards(TriangleMesh& mesh);

}  // namespace solgel::jelly
