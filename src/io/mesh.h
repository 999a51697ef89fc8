// Height maps as triangles, for other programs to show, print or mill.
//
// Samples are vertices; two triangles for each square of four samples that are all there, split along the diagonal
// whose ends differ less in height, so that ridges and valleys keep their line. x runs east, y north, z up, origin at
// the south-west sample, lengths as given. Counterclockwise seen from above.
//
//   .stl   binary, a closed solid: walls down to a flat bottom a tenth of the range of heights below the lowest sample
//          (at least one cell); a map with missing samples is closed around them too, and islands that touch at a
//          corner are kept a 16th of a cell apart
//   .obj   text, vertices with normals and texture coordinates (0 to 1 over the map, from the south-west)
//   .ply   binary little-endian, vertices with normals
//   .glb   glTF 2.0 in one binary file, y up and z towards the south as the format demands, metres if the lengths are;
//          texture coordinates from the north-west, where its pictures begin
//
// Computed in double, written as float: heights are not offset, and at 8000 m a float resolves half a millimetre.
// Samples that belong to no square are left out. Normals are central differences, one-sided at borders. Metadata are
// comments, in .stl what fits of the 80-byte header, in .glb the extras of `asset`. At most 131072 samples a side and
// 2^31 in all, in .glb 4 GiB; memory is about the size of the file.
#pragma once

#include <string_view>

#include "core/grid.h"
#include "core/result.h"
#include "io/bytes.h"

namespace solgel::io {

struct MeshView {
  const Grid<double>* height = nullptr;  // row 0 in the south; finite where not missing
  const Grid<std::uint8_t>* missing = nullptr;
  double cell_x = 1, cell_y = 1;  // > 0, in the unit of heights
};

// `extension` is one of the above. Fails on another one, on a map smaller than 2 x 2 or without a whole square, beyond
// the limits above, and where lengths do not fit a float.
Result<Bytes> encode_mesh(const MeshView& mesh, std::string_view extension, std::span<const TextEntry> metadata);

}  // namespace solgel::io
