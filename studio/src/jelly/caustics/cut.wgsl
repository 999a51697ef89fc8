// Triangles of rays, cut in four until their corners agree: src/optics/adaptive.h of the engine. Lists come in any order;
// what is drawn of them is summed in whole numbers, so that the order leaves no trace.

@group(0) @binding(0) var<uniform> light: Light;
@group(0) @binding(1) var<storage, read> rays: array<Ray>;
@group(0) @binding(2) var<storage, read> flags: array<u32>;
@group(0) @binding(3) var<storage, read_write> counts: Counts;
@group(0) @binding(4) var<storage, read_write> claimed: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> here: array<u32>; // triangles of this level: written by start
@group(0) @binding(6) var<storage, read_write> next: array<u32>; // of the next one, or rays that are wanted
@group(0) @binding(7) var<storage, read_write> beams: array<u32>;
@group(1) @binding(0) var<uniform> level: u32;

const kFlat = 0.35; // texels

fn draw(triangle: u32) {
  beams[atomicAdd(&counts.beams, 1u)] = triangle;
}

// All triangles of the lattice that touch the body: two a cell, eight where it is refined.
@compute @workgroup_size(64)
fn start(@builtin(global_invocation_id) id: vec3u) {
  let cell = id.x / 8u;
  let part = id.x % 8u;
  if (cell >= kCells * kCells) { return; }
  let refined = flags[cell] != 0u;
  if (!refined && part >= 2u) { return; }
  let side = select(2u * kPerRay, kPerRay, refined);
  let quarter = part / 2u;
  let x = 2u * kPerRay * (cell % kCells) + side * (quarter & 1u);
  let y = 2u * kPerRay * (cell / kCells) + side * (quarter >> 1u);
  let triangle = place_of(x, y) | (select(4u, 3u, refined) << 20u) | ((part & 1u) << 24u);
  let c = corners_of(triangle);
  if (max(rays[at_place(c.a)].entry, max(rays[at_place(c.b)].entry, rays[at_place(c.c)].entry)) < 0.0) { return; }
  if (light.adaptive == 0u || light.depth == 0u) {
    draw(triangle);
  } else {
    here[atomicAdd(&counts.pieces[0], 1u)] = triangle;
  }
}

// Asks for the midpoints that are not there yet.
@compute @workgroup_size(64)
fn ask(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = atomicLoad(&counts.pieces[level]);
  for (var k = id.x; k < count; k += 64u * groups.x) {
    let c = corners_of(here[k]);
    var middles = array(middle(c.a, c.b), middle(c.b, c.c), middle(c.c, c.a));
    for (var m = 0; m < 3; m++) {
      if (atomicExchange(&claimed[at_place(middles[m])], 1u) == 0u) {
        next[atomicAdd(&counts.rays[level], 1u)] = middles[m];
      }
    }
  }
}

// All six rays arrive alike, and the midpoint of an edge where a plane's would.
fn is_flat(a: Ray, b: Ray, m: Ray) -> bool {
  return agree(a, b, m) && distance(0.5 * (a.floor + b.floor), m.floor) <= kFlat * light.texel;
}

@compute @workgroup_size(64)
fn cut(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = atomicLoad(&counts.pieces[level]);
  for (var k = id.x; k < count; k += 64u * groups.x) {
    let triangle = here[k];
    let c = corners_of(triangle);
    let a = rays[at_place(c.a)];
    let b = rays[at_place(c.b)];
    let d = rays[at_place(c.c)];
    let ab = rays[at_place(middle(c.a, c.b))];
    let bd = rays[at_place(middle(c.b, c.c))];
    let da = rays[at_place(middle(c.c, c.a))];
    let flat = is_flat(a, b, ab) && is_flat(b, d, bd) && is_flat(d, a, da);
    let half = 1u << (((triangle >> 20u) & 15u) - 1u);
    let upper = triangle >> 24u;
    // Three quarters look like the whole, the one between like its other half.
    let first = triangle & 0xfffffu;
    let like = (upper << 24u) | ((((triangle >> 20u) & 15u) - 1u) << 20u);
    let aside = select(half, half << 10u, upper != 0u);
    var quarters = array(first | like, (first + aside) | like, (first + half + (half << 10u)) | like, (first + aside) | (like ^ (1u << 24u)));
    let draws = flat || level + 1u == light.depth;
    for (var q = 0; q < 4; q++) {
      let quarter = quarters[q];
      if (draws) {
        draw(quarter);
        continue;
      }
      let p = corners_of(quarter);
      if ((rays[at_place(p.a)].branch | rays[at_place(p.b)].branch | rays[at_place(p.c)].branch) != 0u) {
        next[atomicAdd(&counts.pieces[level + 1u], 1u)] = quarter;
      }
    }
  }
}
