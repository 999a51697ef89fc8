// Shared by all passes of the caustics (gpu_caustics.ts). Names and rules are those of src/optics/ of the engine.
//
// Rays live on a square of 513 x 513 places, eight to a cell of the 64 x 64 lattice: three cuts of a triangle. A place is
// x | y << 10. A triangle of rays is a place, a side of 2^k places and which half of its square it is, cut along
// (x, y) - (x + 1, y + 1): place | k << 20 | upper << 24.

struct Light {
  direction: vec3f, // where it goes
  reach: f32,
  right: vec3f,
  width: f32,
  up: vec3f,
  height: f32,
  sigma: vec3f, // 1/m
  ior: f32,
  centre: vec3f, // of mass, in the world; all else is relative to it
  receiver: f32, // height of the floor
  texel: f32, // m
  unit: f32, // what 1 of fixed-point light is worth, relative to full sun
  pad: f32, // m that boxes are widened by
  leaves: u32, // a power of two
  adaptive: u32, // 0: triangles whose corners disagree are dropped
  depth: u32, // cuts
}

const kSide = 513u; // places
const kPerRay = 8u; // places between rays of the lattice
const kCells = 32u;
const kAtlas = 384;
const kGuard = 2; // texels at the edge that stay empty

// A triangle with what the test of rays needs, and its corners' normals; nothing is hit where the edges are 0.
struct Slot {
  origin: vec3f,
  edge1: vec3f,
  edge2: vec3f,
  normal0: vec3f,
  normal1: vec3f,
  normal2: vec3f,
}
struct Box {
  low: vec3f,
  high: vec3f,
}

// What became of a ray. An `entry` below 0: it did not meet the body. Branch 0: it did not arrive.
struct Ray {
  floor: vec2f, // m
  path: f32, // m inside
  branch: u32,
  colour: vec3f, // what arrives
  entry: f32, // m
}

fn at_place(place: u32) -> u32 {
  return (place >> 10u) * kSide + (place & 1023u);
}
fn place_of(x: u32, y: u32) -> u32 {
  return x | (y << 10u);
}

struct Corners {
  a: u32, // places
  b: u32,
  c: u32,
}
fn corners_of(triangle: u32) -> Corners {
  let first = triangle & 0xfffffu;
  let side = 1u << ((triangle >> 20u) & 15u);
  let across = first + side + (side << 10u);
  if ((triangle >> 24u) != 0u) {
    return Corners(first, across, first + (side << 10u));
  }
  return Corners(first, first + side, across);
}
fn middle(a: u32, b: u32) -> u32 {
  return place_of(((a & 1023u) + (b & 1023u)) / 2u, ((a >> 10u) + (b >> 10u)) / 2u);
}
fn agree(a: Ray, b: Ray, c: Ray) -> bool {
  return a.branch != 0u && a.branch == b.branch && a.branch == c.branch;
}

// Numbers of triangles and rays in the lists, level by level.
struct Counts {
  beams: atomic<u32>,
  rays: array<atomic<u32>, 4>,
  pieces: array<atomic<u32>, 4>,
}
