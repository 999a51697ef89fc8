// The floor under the jelly: a bench with a fine grid, darkened by the masks and lit by the caustics, both in the squares
// that the worker names. Its debug views show the same two textures bare.
import { Color, MeshBasicNodeMaterial, MeshStandardNodeMaterial, Vector3 } from 'three/webgpu';
import type { DataTexture, Node, Texture } from 'three/webgpu';
import { clamp, float, fwidth, max, min, mix, positionWorld, smoothstep, step, texture, uniform, vec2, vec3 } from 'three/tsl';
import type { SoftBoxes } from './soft_boxes';

type Float = Node<'float'>;
type Vec2 = Node<'vec2'>;
type Vec3 = Node<'vec3'>;

const kShadow = 0.63; // the text's: how much shadow and contact darken the bench
const kContact = 0.4;

export function makeFloorUniforms() {
  return {
    masks: uniform(new Vector3(0.22, -0.11, -0.11)), // side, x and z of the corner
    caustics: uniform(new Vector3(0.22, 0, 0)), // side, x and z of the centre
    bench: uniform(new Color(0.74, 0.735, 0.72)),
    lines: uniform(new Color(0.42, 0.44, 0.45)),
    sun: uniform(new Color(1, 1, 1)), // linear, without its strength
    strength: uniform(3),
  };
}
export type FloorUniforms = ReturnType<typeof makeFloorUniforms>;

/** Share of a pixel that lines `width` wide cover, a cell of 1; even where cells are smaller than pixels. */
function grid(at: Vec2, width: number): Float {
  const pixel = clamp(fwidth(at), 1e-5, 1).toVar() as Vec2;
  const drawn = clamp(pixel, width, 0.5) as Vec2;
  const soft = pixel.mul(1.5);
  const from = at.fract().mul(2).sub(1).abs().oneMinus();
  const line = smoothstep(drawn.add(soft), drawn.sub(soft), from).mul(clamp(vec2(width).div(drawn), 0, 1));
  const even = mix(line, vec2(width), clamp(pixel.mul(2).sub(1), 0, 1)).toVar() as Vec2;
  return mix(even.x, 1, even.y) as Float;
}

function inside(at: Vec2): Float {
  const { x, y } = step(0, min(at, at.oneMinus())) as Vec2;
  return x.mul(y) as Float;
}

/** Shadow and contact at a point of the floor. */
function masksAt(u: FloorUniforms, masks: DataTexture, p: Vec2): Vec2 {
  const at = p.sub(u.masks.yz).div(u.masks.x).toVar() as Vec2;
  return texture(masks, at).xy.mul(inside(at)) as Vec2;
}
/** Irradiance through the jelly, relative to the sun's across its beam. */
function causticsAt(u: FloorUniforms, caustics: Texture, p: Vec2): Vec3 {
  const at = p.sub(u.caustics.yz).div(u.caustics.x).add(0.5).toVar() as Vec2;
  return texture(caustics, at).xyz.mul(inside(at)) as Vec3;
}

const here = (): Vec2 => positionWorld.xz as Vec2;

export function benchMaterial(u: FloorUniforms, masks: DataTexture, caustics: Texture, room: SoftBoxes): MeshStandardNodeMaterial {
  const p = here();
  const lines = max(grid(p.mul(100), 0.018).mul(0.5), grid(p.mul(20), 0.01)) as Float;
  const bench = mix(u.bench, u.lines, lines).toVar() as Vec3;
  const dark = masksAt(u, masks, p).toVar() as Vec2;
  const material = new MeshStandardNodeMaterial({ roughness: 0.63, metalness: 0 });
  material.envNode = room;
  material.colorNode = bench.mul(float(1).sub(dark.x.mul(kShadow))).mul(float(1).sub(dark.y.mul(kContact)));
  material.emissiveNode = bench.mul(causticsAt(u, caustics, p)).mul(u.sun).mul(u.strength.div(Math.PI));
  return material;
}

/** Red: shadow; green: contact. */
export function shadowMaterial(u: FloorUniforms, masks: DataTexture): MeshBasicNodeMaterial {
  const material = new MeshBasicNodeMaterial({ fog: false });
  material.colorNode = vec3(masksAt(u, masks, here()), 0).add(grid(here().mul(100), 0.02).mul(0.05));
  return material;
}
export function causticsMaterial(u: FloorUniforms, caustics: Texture): MeshBasicNodeMaterial {
  const material = new MeshBasicNodeMaterial({ fog: false });
  material.colorNode = causticsAt(u, caustics, here()).add(grid(here().mul(100), 0.02).mul(0.05));
  return material;
}
