// What surrounds the jelly: a pale studio with soft boxes, as a formula of direction and roughness.
//
// A formula rather than a filtered cube map: nothing to prepare when a device is new (filtering takes seconds on a
// software device), sharp edges in the clear coat, the same on WebGPU and WebGL 2. Towards roughness 1 the boxes spread
// and fade so that they keep their light, which makes the same formula serve as irradiance.
import { Color, TempNode, Vector3 } from 'three/webgpu';
import type { Node, NodeBuilder } from 'three/webgpu';
import { clamp, float, max, mix, smoothstep, uniform, vec3 } from 'three/tsl';

type Float = Node<'float'>;
type Vec3 = Node<'vec3'>;

/** A rectangle of light far away: where it is, its half sizes as tangents of angles, radiance. */
interface Box {
  at: [number, number, number];
  wide: number;
  high: number;
  glow: number;
}
const boxes: Box[] = [
  { at: [-0.15, 1, -0.35], wide: 0.75, high: 0.4, glow: 3.2 }, // overhead, a little behind
  { at: [-0.9, 0.42, 0.55], wide: 0.14, high: 0.6, glow: 9 }, // strip at the left
  { at: [0.75, 0.55, 0.75], wide: 0.2, high: 0.3, glow: 8 }, // window at the right, behind the viewer
  { at: [0.9, 0.35, -0.7], wide: 0.5, high: 0.16, glow: 4 }, // rim light from where the sun stands
];

const kSpread = 1.5; // width of a box's edge at roughness 1

export function makeSurroundings() {
  return {
    zenith: uniform(new Color(0.62, 0.66, 0.7)),
    horizon: uniform(new Color(0.8, 0.82, 0.83)),
    ground: uniform(new Color(0.5, 0.5, 0.49)),
    boxes: uniform(1),
  };
}
export type Surroundings = ReturnType<typeof makeSurroundings>;

function glow(box: Box, d: Vec3, roughness: Float): Float {
  const c = new Vector3(...box.at).normalize();
  const side = new Vector3(0, 1, 0).cross(c).normalize();
  const up = c.clone().cross(side);
  const fixed = (v: Vector3): Vec3 => vec3(v.x, v.y, v.z);
  const along = d.dot(fixed(c)).toVar() as Float;
  const x = d.dot(fixed(side)).div(max(along, 1e-3)).abs();
  const y = d.dot(fixed(up)).div(max(along, 1e-3)).abs();
  const edge = roughness.mul(kSpread).add(0.02).toVar() as Float;
  const inside = (at: Float, half: number): Float =>
    float(1).sub(smoothstep(max(float(half).sub(edge), 0), edge.add(half), at)).mul(float(half).div(edge.mul(0.5).add(half)));
  return inside(x, box.wide).mul(inside(y, box.high)).mul(smoothstep(0, 0.1, along)).mul(box.glow) as Float;
}

/** Asked by the lighting three times: reflections, clear coat, irradiance; each gives direction and roughness. */
export class SoftBoxes extends TempNode {
  constructor(private readonly room: Surroundings) {
    super('vec3');
  }

  override setup(builder: NodeBuilder): Vec3 {
    const context = (builder as unknown as { context: { getUV(n: unknown, b: unknown): Vec3; getTextureLevel(n: unknown): Float } })
      .context;
    const d = context.getUV(this, builder).toVar() as Vec3;
    const roughness = clamp(context.getTextureLevel(this), 0, 1).toVar() as Float;
    const { zenith, horizon, ground } = this.room;
    const sky = mix(horizon, zenith, smoothstep(0, 0.9, d.y));
    const blur = roughness.mul(0.9).add(0.04);
    let light: Vec3 = mix(ground, sky, smoothstep(blur.negate(), blur, d.y)) as Vec3;
    for (const box of boxes) light = light.add(glow(box, d, roughness).mul(this.room.boxes)) as Vec3;
    return light;
  }
}
