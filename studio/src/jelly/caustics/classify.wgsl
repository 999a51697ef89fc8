// Which of the 32 x 32 cells are refined: src/optics/caustics.h of the engine.

@group(0) @binding(0) var<uniform> light: Light;
@group(0) @binding(1) var<storage, read> rays: array<Ray>;
@group(0) @binding(2) var<storage, read_write> flags: array<u32>;

const kColourStep = 0.12;
const kHitStep = 0.6; // texels
const kHitStepRefined = 0.35;

@compute @workgroup_size(64)
fn classify(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= kCells * kCells) { return; }
  let first = place_of(2u * kPerRay * (id.x % kCells), 2u * kPerRay * (id.x / kCells));
  let centre = rays[at_place(first + place_of(kPerRay, kPerRay))];
  var any = centre.branch != 0u;
  var differs = false;
  var mean = vec2f(0);
  for (var k = 0u; k < 4u; k++) {
    let corner = rays[at_place(first + place_of(2u * kPerRay * (k & 1u), 2u * kPerRay * (k >> 1u)))];
    any = any || corner.branch != 0u;
    differs = differs || corner.branch != centre.branch || distance(corner.colour, centre.colour) > kColourStep;
    mean += 0.25 * corner.floor;
  }
  let step = light.texel * select(kHitStep, kHitStepRefined, flags[id.x] != 0u);
  flags[id.x] = select(0u, 1u, any && (differs || distance(mean, centre.floor) > step));
}
