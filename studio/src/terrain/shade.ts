// Light on the land: sun behind its own horizon, sky as far as it is open, what neighbours throw back; water over it,
// haze before it, and the paints that show numbers. After src/render/terrain_shader.cpp and terrain_perspective.cpp.
import type { Node, Texture } from 'three/webgpu';
import { atan, cameraPosition, clamp, exp, float, fwidth, max, min, mix, normalize, pow, reflect, select, smoothstep, sqrt } from 'three/tsl';
import { texture, vec2, vec3, vec4 } from 'three/tsl';
import type { LandMaps } from './land_maps';
import { coverOf, cutOf, fineStructure } from './cover';
import type { TerrainUniforms } from './uniforms';
import { kSide, kUnit } from './uniforms';

type Float = Node<'float'>;
type Vec2 = Node<'vec2'>;
type Vec3 = Node<'vec3'>;
type Vec4 = Node<'vec4'>;

export interface Shaders {
  u: TerrainUniforms;
  maps: LandMaps;
  tile: Texture;
}

/** A gentle shoulder to white, as the engine's own pictures have. */
export function developed(c: Vec3): Vec4 {
  const m = max(max(c.x, c.y), max(c.z, 1e-4)).toVar();
  const a = 0.62;
  const over = m.sub(a).div(1 - a);
  const y = select(m.greaterThan(a), over.div(over.add(1)).mul(1 - a).add(a), m).toVar();
  const white = float(1).sub(float(1).div(m.sub(y).mul(0.15).add(1)));
  return vec4(mix(c.mul(y.div(m)), vec3(y), white), 1);
}

export function skyColour(u: TerrainUniforms, d: Vec3): Vec3 {
  const glow = pow(max(d.dot(u.toSun), 0), 24).mul(0.35);
  const horizon = mix(u.backdrop, u.air, 0.5);
  return mix(horizon, u.zenith, sqrt(max(d.y, 0))).add(vec3(1, 0.86, 0.66).mul(glow).mul(u.backdrop.x.mul(1.5)));
}

export function hazy(u: TerrainUniforms, c: Vec3, at: Vec3): Vec3 {
  const away = at.sub(cameraPosition).length();
  const centre = cameraPosition.length();
  const beyond = max(away.sub(centre).add(kSide * 0.7), 0).div(kSide * 1.45);
  const low = float(1).sub(clamp(at.y.sub(u.low).div(u.high.sub(u.low)), 0, 1));
  return mix(u.air.mul(u.gain.mul(0.64)), c, exp(u.haze.negate().mul(beyond).mul(low.mul(low).mul(0.6).add(0.35)))) as Vec3;
}

function irradiance(u: TerrainUniforms, light: Vec4, n: Vec3): Vec3 {
  const sun = max(n.dot(u.toSun), 0).mul(light.x);
  const sky = light.y.mul(n.y.mul(0.5).add(0.5));
  const bounce = float(1).sub(light.y).mul(0.42).mul(u.toSun.y).mul(light.x.mul(0.6).add(0.25));
  return u.sun.mul(sun.add(bounce)).add(u.sky.mul(max(sky, 0.08))) as Vec3;
}

/** Colours from blue over green and sand to brick. */
const grades = (t: Float): Vec3 => {
  const stops = [vec3(0.06, 0.15, 0.23), vec3(0.13, 0.33, 0.31), vec3(0.42, 0.5, 0.28), vec3(0.68, 0.47, 0.2), vec3(0.55, 0.16, 0.08)];
  return ramp(stops, t);
};
const relief = (t: Float): Vec3 =>
  ramp([vec3(0.1, 0.22, 0.09), vec3(0.3, 0.38, 0.13), vec3(0.56, 0.44, 0.2), vec3(0.42, 0.26, 0.15), vec3(0.86, 0.85, 0.84)], t);
function ramp(stops: Vec3[], t: Float): Vec3 {
  const at = clamp(t, 0, 1).mul(stops.length - 1).toVar();
  return stops.slice(1).reduce((c: Vec3, stop, k) => mix(c, stop, smoothstep(0, 1, clamp(at.sub(k), 0, 1))), stops[0] ?? vec3(0));
}

function painted(u: TerrainUniforms, natural: Vec3, slope: Float, rise: Float, overlay: Vec4): Vec3 {
  const change = overlay.z.sub(128 / 255).mul(2).toVar();
  const grey = vec3(0.4);
  const eroded = mix(grey, vec3(0.72, 0.1, 0.03), smoothstep(0, 1, clamp(change.negate(), 0, 1)));
  const laid = mix(eroded, vec3(0.03, 0.2, 0.62), smoothstep(0, 1, clamp(change, 0, 1)));
  const wet = clamp(overlay.y, 0, 1);
  const sand = mix(mix(natural, vec3(0.3), 0.75), vec3(0.86, 0.48, 0.07), smoothstep(0.03, 0.8, overlay.w));
  let c = natural;
  const paints = [relief(rise), grades(atan(slope).div(1.05)), mix(vec3(0.46, 0.45, 0.42), vec3(0.01, 0.12, 0.5), smoothstep(0.1, 0.95, wet)), laid, sand];
  paints.forEach((paint, k) => (c = select(u.paint.equal(k + 1), paint, c) as Vec3));
  return c;
}

interface Ground {
  colour: Vec3;
  height: Float;
  light: Vec4;
}

/** The ground at `p` (0 to 1 over the map), dry or under water. */
function groundAt({ u, maps, tile }: Shaders, p: Vec2): Ground {
  const slope = (texture(maps.slopes.texture, p) as Vec4).xy.toVar() as Vec2;
  const light = texture(maps.light.texture, p).toVar() as Vec4;
  const after = p.x.mul(u.cells.x).greaterThan(u.split).toVar();
  const overlay = mix(vec4(0, 0.4, 128 / 255, 0.01), texture(maps.overlay, p), select(after, 1, 0)).toVar() as Vec4;
  const height = maps.height(p.mul(u.cells) as Vec2).toVar();
  const fine = fineStructure(u, tile, p.mul(u.size).div(kUnit) as Vec2);
  const rise = height.sub(u.low).div(u.high.sub(u.low)).toVar();
  const aboveSea = mix(float(1e4), height.sub(u.sea).div(kUnit), u.hasSea).toVar();
  const point = { slope, rise, standsOut: light.z, ridge: light.w, moisture: overlay.y, aboveSea };
  const cover = coverOf(u, point, fine);
  const missing = select(overlay.w.lessThan(0.5 / 255), 1, 0);
  const albedo = mix(painted(u, cover.albedo, slope.length(), rise, overlay), vec3(0.5), missing).toVar() as Vec3;
  const bent = slope.add(cover.tilt.mul(select(u.paint.equal(0), 1, 0))) as Vec2;
  const n = normalize(vec3(bent.x.negate(), 1, bent.y)).toVar() as Vec3;
  const ground = albedo.mul(irradiance(u, light, n)) as Vec3;

  // Streams: dark, and with a share of the sky on them.
  const stream = smoothstep(0.12, 0.62, overlay.x.mul(u.water.mul(2))).mul(select(u.paint.equal(0), 0.85, 0));
  const dry = stream.mul(smoothstep(-0.05, 0.05, aboveSea)).mul(select(after, 1, 0));
  const flat = irradiance(u, light, normalize(vec3(slope.x.mul(-0.5), 1, slope.y.mul(0.5))) as Vec3);
  const water = vec3(0.03, 0.075, 0.1).mul(flat).add(u.sky.mul(light.y.mul(0.1)));
  return { colour: mix(ground, water, dry) as Vec3, height, light };
}

/** The way through the water takes red first; what it scatters itself is blue. */
function throughWater(u: TerrainUniforms, below: Vec3, way: Float, lit: Vec3): Vec3 {
  const t = exp(way.negate().div(vec3(u.depth.mul(0.28), u.depth.mul(0.75), u.depth))).toVar();
  return below.mul(t).add(vec3(1).sub(t).mul(vec3(0.012, 0.062, 0.105)).mul(lit)) as Vec3;
}

/** The top of the block: land, and the sea where it is higher. */
export function landColour(s: Shaders, p: Vec2, at: Vec3): Vec4 {
  const { u, tile } = s;
  const ground = groundAt(s, p);
  const toEye = normalize(cameraPosition.sub(at)).toVar() as Vec3;
  const deep = max(u.sea.sub(ground.height), 0).toVar();

  const wave = (k: number, c: number, d: number): Vec2 => {
    const q = p.mul(u.size).div(kUnit).mul((2.3 * 2 ** k) / 32).toVar();
    const n = texture(tile, vec2(q.x.mul(c).sub(q.y.mul(d)), q.x.mul(d).add(q.y.mul(c)))).yz.sub(128 / 255) as Vec2;
    return vec2(n.x.mul(c).add(n.y.mul(d)), n.y.mul(c).sub(n.x.mul(d)));
  };
  const tilt = wave(0, 0.8, 0.6).add(wave(1, 0.6, -0.8)).add(wave(2, 0.8, 0.6)).mul(0.09);
  const n = normalize(vec3(tilt.x.negate(), 1, tilt.y)).toVar() as Vec3;
  const cosine = max(toEye.dot(n), 0.02).toVar();
  const fresnel = pow(max(float(1).sub(cosine), 0), 5).mul(0.98).add(0.02);
  const refracted = sqrt(float(1).sub(float(1).sub(cosine.mul(cosine)).div(1.77)));
  const lit = u.sun.mul(max(n.dot(u.toSun), 0).mul(ground.light.x)).add(u.sky.mul(ground.light.y));
  const below = throughWater(u, ground.colour, deep.div(refracted), lit as Vec3);
  const half = max(normalize(u.toSun.add(toEye)).dot(n), 0);
  const glint = u.sun.mul(pow(half, 260).mul(0.5).mul(ground.light.x));
  const mirrored = skyColour(u, reflect(toEye.negate(), n) as Vec3).div(u.gain);
  const sea = mix(below, mirrored, fresnel).add(glint);
  const c = mix(ground.colour, sea, smoothstep(0, 0.02, deep.div(kUnit)).mul(u.hasSea));

  const line = u.split.sub(p.x.mul(u.cells.x)).abs().div(max(fwidth(p.x.mul(u.cells.x)), 1e-5));
  const seam = float(1).sub(smoothstep(0.4, 1.1, line)).mul(select(u.split.greaterThan(0), 1, 0));
  const shaded = mix(c.mul(u.gain), vec3(1.1), seam.mul(0.8)) as Vec3;
  return developed(hazy(u, shaded, at));
}

/** The sides of the block: the cut through the ground, and through the sea. */
export function wallColour({ u, maps, tile }: Shaders, p: Vec2, at: Vec3, n: Vec3): Vec4 {
  const height = maps.height(p.mul(u.cells) as Vec2).toVar();
  const along = select(n.x.abs().greaterThan(0.5), at.z.add(37), at.x).div(kUnit);
  const albedo = cutOf(u, tile, along, at.y.div(kUnit), height.sub(at.y).div(kUnit));
  const foot = float(1).sub(exp(at.y.sub(u.floor).div(-2.2 * kUnit)).mul(0.45));
  const sun = max(n.dot(u.toSun), 0);
  const bounce = u.sun.mul(u.toSun.y).add(u.sky).mul(u.table.mul(0.5));
  const wall = albedo.mul(u.sun.mul(sun).add(u.sky.mul(0.55).add(bounce).mul(foot)));
  const under = smoothstep(0, 0.04 * kUnit, at.y.sub(height)).mul(u.hasSea);
  const level = u.sun.mul(u.toSun.y).add(u.sky);
  const toEye = normalize(cameraPosition.sub(at));
  const cosine = max(toEye.dot(n), 0.1);
  const way = max(u.depth.mul(0.9).add(u.sea.sub(at.y).mul(0.5)), 0);
  const water = throughWater(u, albedo.mul(level).mul(0.5) as Vec3, way, level as Vec3);
  const edge = float(1).sub(smoothstep(0.7, 2, u.sea.sub(at.y).div(max(fwidth(at.y), 1e-5))));
  const glassy = mix(water, vec3(0.5, 0.55, 0.56).mul(level), edge.mul(0.3)).add(u.sky.mul(pow(max(float(1).sub(cosine), 0), 5).mul(0.3)));
  return developed(hazy(u, mix(wall, glassy, under).mul(u.gain) as Vec3, at));
}

/** The table: the block's shadow, thrown by the land as it is, and what the block hides of the sky. */
export function tableColour({ u, maps }: Shaders, at: Vec3): Vec4 {
  const half = u.size.mul(0.5);
  const outside = at.xz.abs().sub(half).toVar() as Vec2;
  const gap = vec2(max(outside.x, 0), max(outside.y, 0)).length();
  const level = u.toSun.xz.div(max(u.toSun.xz.length(), 1e-3)).toVar() as Vec2;
  const tangent = u.sunLow.add(u.sunHigh).mul(0.5).toVar();
  // The ray towards the sun is followed where it passes over the block, a little widened for the shadow's soft edge.
  const wide = half.add(0.04 * kSide);
  const per = vec2(1).div(level.add(1e-5)).toVar() as Vec2;
  const [a, b] = [wide.negate().sub(at.xz).mul(per).toVar(), wide.sub(at.xz).mul(per).toVar()];
  const from = max(max(min(a.x, b.x), min(a.y, b.y)), 0).toVar();
  const to = min(min(max(a.x, b.x), max(a.y, b.y)), u.high.sub(u.floor).div(tangent)).toVar();
  let dark: Float = float(0);
  const steps = 24;
  for (let k = 0; k < steps; ++k) {
    const s = from.add(max(to.sub(from), 0).mul(((k + 0.5) / steps) ** 1.3)).toVar();
    const q = at.xz.add(level.mul(s)).toVar() as Vec2;
    const edge = q.abs().sub(half);
    const soft = s.mul(0.1).add(0.05);
    const inside = float(1).sub(smoothstep(soft.negate(), soft.mul(0.6), max(edge.x, edge.y)));
    const p = vec2(q.x.div(u.size.x).add(0.5), float(0.5).sub(q.y.div(u.size.y)));
    const top = max(maps.height(p.mul(u.cells) as Vec2), u.sea).sub(u.floor);
    const covered = smoothstep(soft.negate(), soft, top.sub(s.mul(tangent)));
    dark = max(dark, inside.mul(covered)) as Float;
  }
  dark = select(to.greaterThan(from), dark, 0) as Float;
  const sky = float(1).sub(exp(gap.div(u.high.sub(u.floor).mul(-0.7))).mul(0.55));
  const e = u.sun.mul(u.toSun.y.mul(float(1).sub(dark.mul(0.93)))).add(u.sky.mul(sky)).toVar() as Vec3;
  const bright = e.dot(vec3(0.2126, 0.7152, 0.0722));
  const balanced = mix(e, vec3(1, 0.99, 0.97).mul(bright), 0.75);
  const away = at.xz.length().div(kSide * 1.45);
  const c = mix(u.table.mul(u.gain).mul(balanced), u.backdrop, smoothstep(0.5, 2.4, away));
  return developed(c as Vec3);
}
