// What is looked up: the sums under the weights (1 4 1)^2 / 36, as half floats. On a plane all neighbours are on the same
// surface. Texture rows follow z, as those of the engine.

@group(0) @binding(0) var<uniform> light: Light;
@group(0) @binding(1) var<storage, read> atlas: array<u32>;
@group(0) @binding(2) var irradiance: texture_storage_2d<rgba16float, write>;

@compute @workgroup_size(8, 8)
fn reconstruct(@builtin(global_invocation_id) id: vec3u) {
  let p = vec2i(id.xy);
  var sum = vec3f(0);
  for (var dy = -1; dy <= 1; dy++) {
    for (var dx = -1; dx <= 1; dx++) {
      let q = p + vec2i(dx, dy);
      if (any(q < vec2i(0)) || any(q >= vec2i(kAtlas))) { continue; }
      let at = 3u * u32(q.y * kAtlas + q.x);
      let weight = select(1.0, 4.0, dx == 0) * select(1.0, 4.0, dy == 0);
      sum += weight * vec3f(vec3u(atlas[at], atlas[at + 1u], atlas[at + 2u]));
    }
  }
  textureStore(irradiance, p, vec4f(min(sum * (light.unit / 36.0), vec3f(65504)), 1));
}
