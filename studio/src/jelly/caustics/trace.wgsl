// One ray of sunlight through the body to the floor: src/optics/transport.h of the engine in single precision.

@group(0) @binding(0) var<uniform> light: Light;
@group(0) @binding(1) var<storage, read> boxes: array<Box>;
@group(0) @binding(2) var<storage, read> slots: array<Slot>;
@group(0) @binding(3) var<storage, read_write> rays: array<Ray>;
@group(0) @binding(4) var<storage, read_write> claimed: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read> flags: array<u32>;
@group(0) @binding(6) var<storage, read> wanted: array<u32>; // places
@group(0) @binding(7) var<storage, read_write> counts: Counts;

const kEvents = 8;
const kLeastThroughput = 1e-4;
const kRayOffset = 2e-6; // m
const kNearest = 5e-7; // m
const kNone = 0xffffffffu;

struct Hit {
  t: f32,
  u: f32,
  v: f32,
  slot: u32,
}

fn inverse_of(d: vec3f) -> vec3f {
  return select(vec3f(1), vec3f(-1), d < vec3f(0)) / max(abs(d), vec3f(1e-18));
}

// Where a ray enters the box, or 1e30.
fn enters(node: u32, origin: vec3f, inverse: vec3f, best: f32) -> f32 {
  let a = (boxes[node].low - origin) * inverse;
  let b = (boxes[node].high - origin) * inverse;
  let near = min(a, b);
  let far = max(a, b);
  let start = max(max(near.x, near.y), max(near.z, kNearest));
  let end = min(min(far.x, far.y), min(far.z, best));
  return select(1e30, start, end >= start);
}

// Moller and Trumbore 1997; of hits at the same distance the one that was found first counts.
fn meet(k: u32, origin: vec3f, direction: vec3f, best: ptr<function, Hit>) {
  let e1 = slots[k].edge1;
  let e2 = slots[k].edge2;
  let p = cross(direction, e2);
  let det = dot(e1, p);
  let turn = select(1.0, -1.0, det < 0.0);
  let size = turn * det;
  let s = origin - slots[k].origin;
  let q = cross(s, e1);
  let u = turn * dot(s, p);
  let v = turn * dot(direction, q);
  if (!(size >= 1e-15 && u >= 0.0 && v >= 0.0 && u + v <= size)) { return; }
  let t = turn * dot(e2, q) / size;
  if (t > kNearest && t < (*best).t) { *best = Hit(t, u / size, v / size, k); }
}

fn closest_hit(origin: vec3f, direction: vec3f, limit: f32) -> Hit {
  let inverse = inverse_of(direction);
  var best = Hit(limit, 0, 0, kNone);
  var stack: array<u32, 24>;
  var entry: array<f32, 24>;
  var height = 0;
  var node = select(0u, 1u, enters(1u, origin, inverse, limit) < 1e30);
  loop {
    if (node >= light.leaves) {
      let first = 4u * (node - light.leaves);
      for (var k = first; k < first + 4u; k++) { meet(k, origin, direction, &best); }
      node = 0u;
    } else if (node != 0u) {
      let left = 2u * node;
      let a = enters(left, origin, inverse, best.t);
      let b = enters(left + 1u, origin, inverse, best.t);
      let other = max(a, b);
      if (min(a, b) >= 1e30) {
        node = 0u;
      } else {
        node = select(left + 1u, left, a <= b);
        if (other < 1e30) {
          stack[height] = node ^ 1u;
          entry[height] = other;
          height++;
        }
      }
    }
    if (node == 0u) {
      loop {
        if (height == 0) { return best; }
        height--;
        if (entry[height] <= best.t) { break; }
      }
      node = stack[height];
    }
  }
}

// Against the ray: the interpolated normal where it and the face look to the same side, else the face's.
fn shading_normal(hit: Hit, d: vec3f) -> vec3f {
  let k = hit.slot;
  let face = normalize(cross(slots[k].edge1, slots[k].edge2));
  var n = normalize(slots[k].normal0 * (1.0 - hit.u - hit.v) + slots[k].normal1 * hit.u + slots[k].normal2 * hit.v);
  if (dot(n, face) < 0.0) { n = -n; }
  let toward = dot(n, d);
  if (!(toward * dot(face, d) > 0.0) || abs(toward) < 0.015) { n = face; }
  return select(n, -n, dot(n, d) > 0.0);
}

// The ray as it is between two events.
struct Walk {
  origin: vec3f,
  direction: vec3f,
  throughput: f32,
  path: f32,
  branch: u32,
  inside: bool,
}

fn go_on(w: ptr<function, Walk>, at: vec3f, d: vec3f) {
  (*w).direction = normalize(d);
  (*w).origin = at + (*w).direction * kRayOffset;
}

// Snell's refraction and Fresnel's transmission; total reflection where no refracted ray exists.
fn meet_surface(hit: Hit, w: ptr<function, Walk>) {
  let d = (*w).direction;
  let at = (*w).origin + d * hit.t;
  let n = shading_normal(hit, d);
  if ((*w).inside) { (*w).path += hit.t; }
  let n1 = select(1.0, light.ior, (*w).inside);
  let n2 = select(light.ior, 1.0, (*w).inside);
  let c = clamp(-dot(d, n), 0.0, 1.0);
  let eta = n1 / n2;
  let k = 1.0 - eta * eta * (1.0 - c * c);
  if (k > 0.0) {
    let root = sqrt(k);
    let rs = (n1 * c - n2 * root) / (n1 * c + n2 * root);
    let rp = (n2 * c - n1 * root) / (n2 * c + n1 * root);
    (*w).throughput *= 1.0 - 0.5 * (rs * rs + rp * rp);
    (*w).branch = 3u * (*w).branch + 1u;
    (*w).inside = !(*w).inside;
    go_on(w, at, eta * d + (eta * c - root) * n);
  } else {
    (*w).branch = 3u * (*w).branch + 2u;
    go_on(w, at, d - 2.0 * dot(d, n) * n);
  }
}

fn floor_distance(w: Walk) -> f32 {
  if (!(w.direction.y < 0.0)) { return -1.0; }
  let t = (light.receiver - w.origin.y) / w.direction.y;
  let at = w.origin + w.direction * t + light.centre;
  return select(-1.0, t, abs(at.x) <= 1.0 && abs(at.z) <= 1.0);
}

fn lost(entry: f32) -> Ray {
  return Ray(vec2f(0), 0, 0, vec3f(0), entry);
}

fn trace(place: u32) -> Ray {
  let across = vec2f(f32(place & 1023u), f32(place >> 10u)) / 512.0 - 0.5;
  let start = light.right * (across.x * light.width) + light.up * (across.y * light.height) - light.direction * light.reach;
  var w = Walk(start, light.direction, 1, 0, 1, false);
  let first = closest_hit(w.origin, w.direction, 3.0 * light.reach);
  if (first.slot == kNone) { return lost(-1.0); }
  meet_surface(first, &w);
  w.branch = 1u;
  let clearest = min(light.sigma.x, min(light.sigma.y, light.sigma.z));
  for (var event = 0; event < kEvents; event++) {
    let hit = closest_hit(w.origin, w.direction, 4.0 * light.reach);
    if (!w.inside) {
      let distance = floor_distance(w);
      if (distance > 0.0 && !(hit.slot != kNone && hit.t < distance)) {
        let at = w.origin + w.direction * distance;
        return Ray(at.xz, w.path, w.branch, exp(-light.sigma * w.path) * w.throughput, first.t);
      }
    }
    if (hit.slot == kNone) { break; }
    meet_surface(hit, &w);
    if (w.throughput * exp(-clearest * w.path) < kLeastThroughput) { break; }
  }
  return lost(first.t);
}

fn trace_lattice(i: u32, j: u32) {
  let place = place_of(kPerRay * i, kPerRay * j);
  rays[at_place(place)] = trace(place);
  atomicStore(&claimed[at_place(place)], 1u);
}

@compute @workgroup_size(64)
fn even(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < 33u * 33u) { trace_lattice(2u * (id.x % 33u), 2u * (id.x / 33u)); }
}

@compute @workgroup_size(64)
fn odd(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < 32u * 32u) { trace_lattice(2u * (id.x % 32u) + 1u, 2u * (id.x / 32u) + 1u); }
}

// Whether the cell at lattice point (i, j) is refined; none beyond the edge.
fn is_flagged(i: i32, j: i32) -> bool {
  return i >= 0 && j >= 0 && i < 64 && j < 64 && flags[(j / 2) * 32 + i / 2] != 0u;
}

// Rays between, of refined cells and of their neighbours across the shared edge. A pair of rows has 32 + 33 of them.
@compute @workgroup_size(64)
fn between(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= 2u * 32u * 33u) { return; }
  let pair = id.x / 65u;
  let k = id.x % 65u;
  let i = select(2u * (k - 32u), 2u * k + 1u, k < 32u);
  let j = 2u * pair + select(1u, 0u, k < 32u);
  let p = vec2i(i32(i), i32(j));
  let other = select(is_flagged(p.x - 1, p.y), is_flagged(p.x, p.y - 1), k < 32u);
  if (is_flagged(p.x, p.y) || other) {
    trace_lattice(i, j);
  } else {
    rays[at_place(place_of(kPerRay * i, kPerRay * j))] = lost(-1.0);
  }
}

// Rays that cuts of triangles have asked for.
@group(1) @binding(0) var<uniform> level: u32;
@compute @workgroup_size(64)
fn listed(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = atomicLoad(&counts.rays[level]);
  for (var k = id.x; k < count; k += 64u * groups.x) {
    rays[at_place(wanted[k])] = trace(wanted[k]);
  }
}
