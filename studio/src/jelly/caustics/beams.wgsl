// Triangles of rays as light on the floor: src/optics/atlas.h of the engine, summed in whole numbers.
//
// Overlap of a triangle with a texel, in closed form: by Green's theorem the area is the integral of X dy around the
// triangle, with X the abscissa clamped to the texel and dy to its rows.

@group(0) @binding(0) var<uniform> light: Light;
@group(0) @binding(1) var<storage, read> rays: array<Ray>;
@group(0) @binding(2) var<storage, read_write> counts: Counts;
@group(0) @binding(3) var<storage, read> beams: array<u32>;
@group(0) @binding(4) var<storage, read_write> atlas: array<atomic<u32>>; // red, green, blue a texel

const kSmallest = 1e-5; // texel^2
const kBrightest = 60000.0;
const kLanes = 32u;

fn deposit(i: i32, j: i32, irradiance: vec3f) {
  if (i < kGuard || j < kGuard || i >= kAtlas - kGuard || j >= kAtlas - kGuard) { return; }
  let at = 3u * u32(j * kAtlas + i);
  let whole = vec3u(round(min(irradiance, vec3f(kBrightest)) / light.unit));
  atomicAdd(&atlas[at], whole.x);
  atomicAdd(&atlas[at + 1u], whole.y);
  atomicAdd(&atlas[at + 2u], whole.z);
}

fn texel_of(ray: Ray) -> vec2f {
  return ray.floor / light.texel + 0.5 * f32(kAtlas);
}

// Integral of clamp(x, 0, 1) over 0 to x.
fn ramp(x: f32) -> f32 {
  let c = clamp(x, 0.0, 1.0);
  return 0.5 * c * c + max(x - 1.0, 0.0);
}

// Integral of clamp(x, 0, 1) dy along an edge, as far as it is in 0 <= y <= 1.
fn along(a: vec2f, b: vec2f) -> f32 {
  let dy = b.y - a.y;
  if (dy == 0.0) { return 0.0; }
  let begin = clamp(a.y, 0.0, 1.0);
  let end = clamp(b.y, 0.0, 1.0);
  if (begin == end) { return 0.0; }
  let slope = (b.x - a.x) / dy;
  let p = a.x + (begin - a.y) * slope;
  let q = a.x + (end - a.y) * slope;
  let width = q - p;
  // The mean of the clamped abscissa between p and q; where they are close, or on one side, the clamp of their mean does.
  let simple = abs(width) < 1e-3 || min(p, q) >= 1.0 || max(p, q) <= 0.0;
  let mean = select((ramp(q) - ramp(p)) / width, clamp(0.5 * (p + q), 0.0, 1.0), simple);
  return mean * (end - begin);
}

fn spread(a: Ray, b: Ray, c: Ray, power: vec3f, lane: u32) {
  let p = texel_of(a);
  let q = texel_of(b);
  let r = texel_of(c);
  let twice = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  let low = floor(min(p, min(q, r)));
  let high = floor(max(p, max(q, r)));
  if (0.5 * abs(twice) < kSmallest || all(low == high)) {
    let at = vec2i(floor((p + q + r) / 3.0));
    if (lane == 0u) { deposit(at.x, at.y, power); }
    return;
  }
  let first = vec2i(max(low, vec2f(f32(kGuard))));
  let last = vec2i(min(high, vec2f(f32(kAtlas - kGuard - 1))));
  let size = vec2u(max(last - first + 1, vec2i(0)));
  for (var k = lane; k < size.x * size.y; k += kLanes) {
    let texel = first + vec2i(i32(k % size.x), i32(k / size.x));
    let o = vec2f(texel);
    let area = along(p - o, q - o) + along(q - o, r - o) + along(r - o, p - o);
    let share = area / (0.5 * twice); // both carry the triangle's sense of turning
    if (share > 0.0) { deposit(texel.x, texel.y, power * share); }
  }
}

// Each group takes triangles in turn, each of its threads texels.
@compute @workgroup_size(32)
fn spread_beams(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let count = atomicLoad(&counts.beams);
  for (var k = group.x; k < count; k += groups.x) {
    let triangle = beams[k];
    let corners = corners_of(triangle);
    let a = rays[at_place(corners.a)];
    let b = rays[at_place(corners.b)];
    let c = rays[at_place(corners.c)];
    let side = f32(1u << ((triangle >> 20u) & 15u)) / 512.0;
    // Irradiance that a third of the triangle's light makes on one texel.
    let third = side * side * light.width * light.height / (6.0 * light.texel * light.texel);
    if (agree(a, b, c)) {
      spread(a, b, c, (a.colour + b.colour + c.colour) * third, lane);
    } else if (light.adaptive != 0u && lane < 3u) {
      var ray = a;
      if (lane == 1u) { ray = b; }
      if (lane == 2u) { ray = c; }
      let at = vec2i(floor(texel_of(ray)));
      if (ray.branch != 0u) { deposit(at.x, at.y, ray.colour * third); }
    }
  }
}
