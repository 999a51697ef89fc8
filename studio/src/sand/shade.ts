// Colours of sand, steel, wood and shadow, after src/render/relief_shader.cpp: Oren-Nayar sand under a lamp and a sky,
// a mirror ball that sees the sand, lacquered wood, and the soft shadow that the table throws on the page.
// Everything is in the table's frame: mm, z up.
import type { Node, Texture } from 'three/webgpu';
import { acos, asin, attribute, cameraPosition, clamp, exp, float, max, min, mix, mx_noise_float, normalize } from 'three/tsl';
import { pow, reflect, select, smoothstep, sqrt, texture, vec2, vec3 } from 'three/tsl';
import { kGrainsAcross } from './grain_tile';
import type { SandUniforms } from './uniforms';

type Float = Node<'float'>;
type Vec2 = Node<'vec2'>;
type Vec3 = Node<'vec3'>;
type Vec4 = Node<'vec4'>;

/** The page's world has y up and the table's centre as its origin. */
export const eyeOf = (u: SandUniforms): Vec3 =>
  vec3(cameraPosition.x.add(u.table.x.mul(0.5)), u.table.y.mul(0.5).sub(cameraPosition.z), cameraPosition.y);

const schlick = (f0: number, cosine: Float): Float =>
  float(f0).add(float(1 - f0).mul(pow(clamp(float(1).sub(cosine), 0, 1), 5)));

/** 1 where the ball hides nothing of the lamp from a point. */
function lampPastBall(u: SandUniforms, at: Vec3): Float {
  const to = u.ball.sub(at);
  const d = max(to.length(), u.ballRadius);
  const away = acos(clamp(to.dot(u.toLamp).div(d), -1, 1));
  const size = asin(clamp(u.ballRadius.div(d), 0, 1));
  const hidden = smoothstep(u.lampRadius.negate(), u.lampRadius, size.sub(away));
  return float(1).sub(hidden.mul(u.ballThere));
}

function skyPastBall(u: SandUniforms, at: Vec3, n: Vec3): Float {
  const to = u.ball.sub(at);
  const r2 = u.ballRadius.mul(u.ballRadius);
  const d2 = max(to.dot(to), r2);
  const hidden = r2.div(d2).mul(max(n.dot(to), 0)).div(sqrt(d2));
  return float(1).sub(clamp(hidden.mul(0.9), 0, 1).mul(u.ballThere));
}

/** Radiance of the sand at p towards an eye. `sharp` is 1 for what is seen directly, less in mirrors. */
export function sandColour(u: SandUniforms, light: Texture, grains: Texture, p: Vec2, z: Float, toEye: Vec3, sharp: number): Vec3 {
  const l = texture(light, p.div(u.table)).toVar() as Vec4;
  const neutral = 128 / 255;
  const at = p.div(u.grainSize.mul(kGrainsAcross)).toVar();
  const turned = vec2(at.x.mul(0.2952).sub(at.y.mul(0.2191)), at.x.mul(0.2191).add(at.y.mul(0.2952)));
  const fine = texture(grains, at).sub(neutral).mul(u.grain).mul(sharp).toVar() as Vec4;
  const coarse = texture(grains, turned).sub(neutral).mul(u.grain).mul(0.55 * sharp).toVar() as Vec4;
  const tilt = fine.xy.add(coarse.xy.mul(0.4));
  const n = normalize(vec3(l.x.negate().sub(tilt.x), l.y.negate().sub(tilt.y), 1)).toVar();
  const shade = float(1).add(fine.z).add(coarse.z.mul(0.5));
  const warmth = fine.w.add(coarse.w).mul(2);
  const a = u.albedo.mul(shade).mul(vec3(warmth.mul(0.05).add(1), 1, float(1).sub(warmth.mul(0.1)))).toVar();

  // Oren-Nayar, roughness 0.4.
  const nl = max(n.dot(u.toLamp), 0).toVar();
  const nv = max(n.dot(toEye), 0);
  const s = u.toLamp.dot(toEye).sub(nl.mul(nv));
  const t = select(s.greaterThan(0), max(max(nl, nv), 1e-3), 1);
  const rough = float(0.8367).add(s.mul(0.288).div(t));

  const point = vec3(p, z);
  const sunny = nl.mul(max(rough, 0)).mul(l.z).mul(lampPastBall(u, point)).toVar();
  const open = l.w.mul(skyPastBall(u, point, n)).toVar();
  const skyward = open.mul(n.z.mul(0.35).add(0.65));
  const cavity = vec3(1).div(vec3(1).sub(a.mul(float(1).sub(open))));
  const bounce = float(1).sub(l.w).mul(0.45).mul(u.toLamp.z);
  const glint = smoothstep(0.115, 0.16, fine.x.add(fine.y).abs().mul(0.5)).mul(0.8).mul(sharp);
  const lit = u.lamp.mul(sunny.add(glint.mul(min(sunny, 0.5)))).add(u.sky.mul(skyward).mul(cavity)).add(a.mul(u.lamp).mul(bounce));
  return a.mul(lit).mul(u.gain);
}

/** What a mirror sees of the room: dim walls, a soft box, a strip, the lamp. */
function room(u: SandUniforms, d: Vec3): Vec3 {
  const up = clamp(d.z.mul(0.5).add(0.5), 0, 1);
  const walls = mix(vec3(0.17, 0.16, 0.15), vec3(0.075, 0.08, 0.095), up);
  const z = max(d.z, 1e-3);
  const a = d.x.div(z).sub(0.25).abs();
  const b = d.y.div(z).sub(0.75).abs();
  const box = float(1).sub(smoothstep(0.48, 0.62, a)).mul(float(1).sub(smoothstep(0.3, 0.42, b)));
  const strip = float(1).sub(smoothstep(0.14, 0.22, d.x.div(z).add(2.4).abs())).mul(float(1).sub(smoothstep(2, 2.6, d.y.div(z).abs())));
  const above = select(d.z.greaterThan(0), 1, 0);
  const soft = vec3(0.95, 0.98, 1).mul(box.mul(1.6)).add(vec3(1, 0.96, 0.9).mul(strip.mul(0.8))).mul(above);
  const away = acos(clamp(d.dot(u.toLamp), -1, 1));
  const rho = max(u.lampRadius, 0.03);
  const disc = float(1).sub(smoothstep(rho.mul(0.8), rho.mul(1.25), away)).mul(14).add(exp(away.div(rho.mul(-2.5))).mul(0.25));
  return walls.add(soft).add(u.lamp.mul(disc.mul(0.5))).mul(u.gain.mul(2));
}

/** The steel ball at a point of it; n is its normal. */
export function steelColour(u: SandUniforms, light: Texture, grains: Texture, at: Vec3, n: Vec3): Vec3 {
  const toEye = normalize(eyeOf(u).sub(at)).toVar();
  const d = reflect(toEye.negate(), n).toVar();
  const t = at.z.sub(u.level).div(max(d.z.negate(), 1e-3));
  const p = at.xy.add(d.xy.mul(t)).toVar();
  const inside = insideOf(u, p);
  const sand = sandColour(u, light, grains, clamp(p, vec2(0), u.table), u.level, d.negate(), 0.6);
  const beyond = vec3(0.06, 0.058, 0.055).mul(u.gain);
  const below = mix(beyond, sand, inside);
  const seen = mix(below, room(u, d), smoothstep(-0.02, 0.02, d.z));
  return seen.mul(vec3(1, 0.985, 0.965)).mul(schlick(0.57, max(n.dot(toEye), 0)));
}

/** 1 inside the table, 0 outside, a soft step between. */
export function insideOf(u: SandUniforms, p: Vec2): Float {
  return float(1).sub(smoothstep(-0.3, 0.3, edgeDistance(u, p)));
}

/** Distance to the table's edge, positive outside. */
export function edgeDistance(u: SandUniforms, p: Vec2): Float {
  const c = p.sub(u.table.mul(0.5));
  const q = c.abs().sub(u.table.mul(0.5)).toVar();
  const box = vec2(max(q.x, 0), max(q.y, 0)).length().add(min(max(q.x, q.y), 0));
  return mix(box, c.length().sub(u.table.x.mul(0.5)), u.round);
}

/** Lacquered walnut: growth rings drawn out along the board, fine pores, a clear coat. */
export function woodColour(u: SandUniforms, at: Vec3, n: Vec3): Vec3 {
  const w = attribute<'vec3'>('wood', 'vec3');
  const board = w.z.mul(19.7);
  const wave = mx_noise_float(vec3(w.x.mul(0.006), w.y.mul(0.09).add(board), board));
  const ring = mx_noise_float(vec3(w.x.mul(0.012).add(board), w.y.mul(0.9).add(wave.mul(5)), board));
  const pores = mx_noise_float(vec3(w.x.mul(0.16), w.y.mul(5.5), board));
  const tone = clamp(ring.mul(0.75).add(0.5).add(wave.mul(0.25)), 0, 1);
  const wood = mix(vec3(0.11, 0.056, 0.029), vec3(0.265, 0.146, 0.078), tone).mul(float(1).sub(smoothstep(0.25, 0.6, pores).mul(0.35)));
  const toEye = normalize(eyeOf(u).sub(at));
  const shadow = lampPastBall(u, at);
  const lamp = max(n.dot(u.toLamp), 0).mul(shadow);
  const sky = n.z.mul(0.4).add(0.6).mul(smoothstep(-8, 3, at.z).mul(0.6).add(0.4));
  const mirror = reflect(toEye.negate(), n);
  const coat = schlick(0.04, max(n.dot(toEye), 0));
  const shine = pow(max(mirror.dot(u.toLamp), 0), 60).mul(3).mul(shadow);
  const given = u.albedo.mul(u.lamp).mul(max(u.toLamp.z, 0).mul(float(1).sub(n.z.abs())).mul(0.4)); // by sand and page
  const body = wood.mul(u.lamp.mul(lamp).add(u.sky.mul(sky).mul(1.6)).add(given));
  return body.add(u.lamp.mul(shine).add(vec3(0.35)).mul(coat)).mul(u.gain).mul(1.1);
}

/** The table's shadow on whatever the page's background is: black, of this opacity. */
export function shadowOpacity(u: SandUniforms, p: Vec2, board: Float, drop: Float): Float {
  const slide = drop.div(max(u.toLamp.z, 0.2)).mul(0.8);
  const moved = p.add(u.toLamp.xy.mul(slide));
  const soft = drop.mul(0.55);
  const thrown = float(1).sub(smoothstep(soft.negate(), soft, edgeDistance(u, moved).sub(board)));
  const near = exp(max(edgeDistance(u, p).sub(board), 0).div(drop.mul(-0.5)));
  return clamp(thrown.mul(0.38).add(near.mul(0.34)), 0, 0.75);
}

