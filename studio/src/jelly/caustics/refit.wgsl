// Boxes of a balanced tree: node n has children 2n and 2n + 1, the root is 1, leaf k is node leaves + k and holds four
// triangles. The topology is fixed, positions are new.

@group(0) @binding(0) var<uniform> light: Light;
@group(0) @binding(1) var<storage, read> positions: array<f32>; // relative to the centre
@group(0) @binding(2) var<storage, read> normals: array<f32>;
@group(0) @binding(3) var<storage, read> corners: array<u32>; // three vertices a slot; all equal where there is no triangle
@group(0) @binding(4) var<storage, read_write> slots: array<Slot>;
@group(0) @binding(5) var<storage, read_write> boxes: array<Box>;

fn position(vertex: u32) -> vec3f {
  return vec3f(positions[3u * vertex], positions[3u * vertex + 1u], positions[3u * vertex + 2u]);
}
fn normal(vertex: u32) -> vec3f {
  return vec3f(normals[3u * vertex], normals[3u * vertex + 1u], normals[3u * vertex + 2u]);
}

@compute @workgroup_size(64)
fn leaves(@builtin(global_invocation_id) id: vec3u) {
  let leaf = id.x;
  if (leaf >= light.leaves) { return; }
  var low = vec3f(1e30);
  var high = vec3f(-1e30);
  for (var k = 4u * leaf; k < 4u * leaf + 4u; k++) {
    let i = corners[3u * k];
    let j = corners[3u * k + 1u];
    let l = corners[3u * k + 2u];
    let a = position(i);
    let b = position(j);
    let c = position(l);
    let used = i != j;
    slots[k] = Slot(a, b - a, c - a, normal(i), normal(j), normal(l));
    if (used) {
      low = min(low, min(a, min(b, c)));
      high = max(high, max(a, max(b, c)));
    }
  }
  boxes[light.leaves + leaf] = Box(low - light.pad, high + light.pad);
}

fn join(node: u32) {
  let a = boxes[2u * node];
  let b = boxes[2u * node + 1u];
  boxes[node] = Box(min(a.low, b.low), max(a.high, b.high));
}

// Up to 256 subtrees, one a thread.
@compute @workgroup_size(64)
fn branches(@builtin(global_invocation_id) id: vec3u) {
  let trees = min(light.leaves, 256u);
  if (id.x >= trees) { return; }
  var count = light.leaves / trees / 2u;
  var first = (light.leaves + id.x * (light.leaves / trees)) / 2u;
  while (count > 0u) {
    for (var k = 0u; k < count; k++) { join(first + k); }
    count /= 2u;
    first /= 2u;
  }
}

// What is above them, in one group.
@compute @workgroup_size(128)
fn crown(@builtin(local_invocation_id) id: vec3u) {
  for (var level = min(light.leaves, 256u) / 2u; level > 0u; level /= 2u) {
    if (id.x < level) { join(level + id.x); }
    storageBarrier();
  }
}
