// What covers the ground, as a diffuse colour: rock, scree, soil, grass, forest, sediment, snow, beach; and the cut
// through the block. After src/render/terrain_material.cpp: each cover wins where its own conditions hold, every
// condition is bent by noise, so that no border is a contour line. Lengths in units of 1/128 of the shorter side.
import { Color } from 'three/webgpu';
import type { Node, Texture } from 'three/webgpu';
import { clamp, float, max, mix, sin, smoothstep, texture, vec2, vec3 } from 'three/tsl';
import { kLattice } from './noise_tile';
import type { TerrainUniforms } from './uniforms';

type Float = Node<'float'>;
type Vec2 = Node<'vec2'>;
type Vec3 = Node<'vec3'>;

const painted = (r: number, g: number, b: number): Vec3 => {
  const c = new Color().setRGB(r / 255, g / 255, b / 255, 'srgb');
  return vec3(c.r, c.g, c.b);
};

const kOctaves = [
  [21, 0.96, 0.28],
  [9.4, 0.6, 0.8],
  [4.3, -0.28, 0.96],
  [2.1, 0.8, -0.6],
  [1.03, 0.28, 0.96],
  [0.47, -0.6, 0.8],
  [0.22, 0.96, -0.28],
] as const;

export interface Fine {
  wide: Float;
  middle: Float;
  fine: Float;
  grit: Float;
  tilt: Vec2;
}

/** Seven octaves; what is finer than a pixel is left out by the tile's own mipmaps. */
export function fineStructure(u: TerrainUniforms, tile: Texture, p: Vec2): Fine {
  const values: Float[] = [];
  let tilt: Vec2 = vec2(0);
  kOctaves.forEach(([wavelength, c, s], k) => {
    const at = vec2(p.x.mul(c).sub(p.y.mul(s)), p.x.mul(s).add(p.y.mul(c))).div(wavelength * kLattice).add(0.37 * k);
    const n = texture(tile, at).xyz.sub(128 / 255).mul(255 / 127).toVar() as Vec3;
    values.push(n.x);
    if (k < 3) return;
    const [dx, dy] = [n.y.mul(4), n.z.mul(4)];
    tilt = tilt.add(vec2(dx.mul(c).add(dy.mul(s)), dy.mul(c).sub(dx.mul(s)))) as Vec2;
  });
  const v = (k: number): Float => values[k] ?? float(0);
  return {
    wide: v(0).mul(0.65).add(v(1).mul(0.35)).toVar(),
    middle: v(2).mul(0.55).add(v(3).mul(0.45)).toVar(),
    fine: v(4).mul(0.6).add(v(5).mul(0.4)).mul(u.texture).toVar(),
    grit: v(5).mul(0.45).add(v(6).mul(0.55)).mul(u.texture).toVar(),
    tilt: tilt.mul(u.texture).toVar() as Vec2,
  };
}

export interface GroundPoint {
  slope: Vec2;
  rise: Float; // 0 lowest land, 1 highest
  standsOut: Float;
  ridge: Float;
  moisture: Float;
  aboveSea: Float; // in units; very large where there is none
}
export interface Cover {
  albedo: Vec3;
  tilt: Vec2; // of the fine structure, added to the slopes
}

export function coverOf(u: TerrainUniforms, p: GroundPoint, n: Fine): Cover {
  const dry = float(1).sub(smoothstep(0, 0.45, u.vegetation)).toVar();
  const soil = mix(painted(140, 124, 94), painted(184, 148, 108), dry);
  const sediment = mix(painted(178, 168, 128), painted(202, 172, 132), dry).toVar();
  const scree = mix(painted(158, 150, 138), painted(178, 140, 104), dry).toVar();
  const rockColour = mix(painted(140, 131, 119), painted(158, 114, 84), dry);
  const darkRock = mix(painted(108, 101, 94), painted(118, 80, 60), dry);
  const warmRock = mix(painted(166, 150, 128), painted(182, 134, 98), dry);

  // Grass, forest and the floors of valleys.
  const steepness = p.slope.length().toVar();
  const height = p.rise.add(n.wide.mul(0.08)).add(n.middle.mul(0.07)).add(n.fine.mul(0.03)).toVar();
  const wet = clamp(float(0.5).sub(p.standsOut.mul(4)).add(p.moisture.sub(0.4).mul(0.8)), 0, 1).toVar();
  const green = clamp(float(0.35).add(wet.mul(0.7)).sub(height.sub(0.4).mul(0.8)).add(n.middle.mul(0.45)), 0, 1);
  const grass = painted(108, 124, 62).toVar();
  const level = float(1).sub(smoothstep(0.06, 0.34, steepness.mul(n.middle.mul(0.3).add(1))));
  const floor = level.mul(float(1).sub(smoothstep(-0.03, 0.02, p.standsOut.add(n.wide.mul(0.015))))).toVar();
  const meadows = mix(sediment, grass, wet.mul(0.45).add(0.25));
  let c: Vec3 = mix(painted(148, 144, 92), grass, green);
  c = mix(c, mix(sediment, meadows, smoothstep(0.1, 0.6, u.vegetation)), floor.mul(0.8));
  const clumps = n.middle.mul(0.6).add(n.wide.mul(0.6)).add(n.fine.mul(0.55)).add(n.grit.mul(0.25));
  const woods = smoothstep(-0.45, 0.6, clumps.add(wet.sub(0.5).mul(0.9)).add(0.35).sub(floor.mul(0.8))).mul(
    float(1).sub(smoothstep(0.42, 0.6, height)),
  );
  c = mix(c, painted(58, 78, 44), smoothstep(0.2, 0.7, u.vegetation).mul(woods).mul(0.92));
  const grown = u.vegetation.mul(1.55).sub(smoothstep(0.45, 1, height).mul(0.8)).add(n.middle.mul(0.25)).add(n.fine.mul(0.2));
  const cover = smoothstep(0, 0.6, grown.sub(max(p.ridge, 0).mul(3))).mul(smoothstep(0, 0.02, u.vegetation));
  c = mix(soil, c, cover);

  // Scree and rock; rock begins earlier up high.
  const bare = u.rock.mul(float(1.18).sub(smoothstep(0.25, 0.85, p.rise).mul(0.42))).toVar();
  const bend = n.middle.mul(0.2).add(n.fine.mul(0.18)).add(n.grit.mul(0.12)).add(1);
  const bent = steepness.mul(bend).add(p.ridge.mul(1.2)).toVar();
  const loose = smoothstep(bare.mul(0.66), bare.mul(0.95), bent).mul(smoothstep(0.25, 0.55, p.rise.add(n.wide.mul(0.1))));
  c = mix(c, mix(scree, c, u.vegetation.mul(0.3)), loose.mul(0.8));
  const rock = smoothstep(bare.mul(0.85), bare.mul(1.3), bent).toVar();
  const bands = sin(p.rise.add(n.wide.mul(0.035)).add(n.middle.mul(0.012)).mul(52)).mul(0.25);
  const warm = clamp(float(0.3).add(bands).add(n.wide.mul(0.55)).add(n.fine.mul(0.3)), 0, 1);
  const dark = smoothstep(u.rock.mul(1.2), u.rock.mul(2.4), steepness).mul(0.3).sub(p.ridge.mul(2.5));
  let stone: Vec3 = mix(rockColour, warmRock, warm);
  stone = mix(stone, darkRock, clamp(dark.add(n.fine.mul(0.35)).add(n.grit.mul(0.35)), 0, 1));
  stone = mix(stone, scree, smoothstep(0.01, 0.07, p.ridge.add(n.fine.mul(0.02))).mul(0.7));
  c = mix(c, stone, rock);

  // Beach, silt below the sea, snow.
  const shore = float(1).sub(smoothstep(0.05, 0.28, p.aboveSea.add(n.fine.mul(0.1)).add(n.middle.mul(0.06))));
  c = mix(c, painted(206, 190, 150), shore.mul(float(1).sub(smoothstep(0.3, 0.6, steepness))).mul(0.9));
  c = mix(c, painted(116, 112, 92), float(1).sub(smoothstep(-3, -0.2, p.aboveSea)).mul(0.9));
  const north = p.slope.y.mul(-0.05).div(max(steepness, 0.3));
  const cold = p.rise.add(n.wide.mul(0.05)).add(n.middle.mul(0.05)).add(n.fine.mul(0.03)).sub(north).sub(u.snowLine).toVar();
  const held = float(1).sub(smoothstep(u.rock.mul(1.1), u.rock.mul(2), bent.sub(max(cold, 0).mul(1.5)).add(p.ridge.mul(2))));
  const snow = smoothstep(-0.02, 0.05, cold).mul(held).mul(float(1).sub(smoothstep(1.98, 2, u.snowLine))).toVar();
  c = mix(c, painted(242, 245, 250), snow);

  const mottle = n.middle.mul(0.05).add(n.fine.mul(0.1)).add(n.grit.mul(rock.mul(0.08).add(0.13)));
  const rough = rock.mul(0.15).add(0.02).mul(float(1).sub(snow.mul(0.75)));
  return {
    albedo: c.mul(float(1).add(float(1).sub(snow.mul(0.8)).mul(mottle))).toVar() as Vec3,
    tilt: n.tilt.mul(rough).toVar() as Vec2,
  };
}

/** The cut `depth` units below the ground: layers of earth and stone, topsoil above. `z` in units. */
export function cutOf(u: TerrainUniforms, tile: Texture, along: Float, z: Float, depth: Float): Vec3 {
  const n = fineStructure(u, tile, vec2(along.mul(0.5), z.mul(1.6)));
  const sway = texture(tile, vec2(along.mul(0.035 / kLattice), 0.31)).x.mul(2).sub(1);
  const at = z.add(n.wide.mul(0.9)).add(n.middle.mul(0.25)).add(sway.mul(1.4)).mul(0.62).toVar();
  const layer = at.floor().toVar();
  const tone = (k: Float): Vec3 => {
    const random = (seed: number): Float => sin(k.mul(seed)).mul(43758.5453).fract();
    return mix(painted(122, 96, 70), painted(166, 150, 128), random(12.9898).mul(0.8)).mul(random(78.233).mul(0.4).add(0.72)) as Vec3;
  };
  let c: Vec3 = mix(tone(layer), tone(layer.add(1)), smoothstep(0.86, 1, at.sub(layer)));
  c = mix(c, painted(108, 101, 94), smoothstep(4, 14, depth).mul(0.35));
  const topsoil = float(1).sub(smoothstep(0.45, 0.75, depth.add(n.middle.mul(0.25)).add(n.fine.mul(0.2))));
  c = mix(c, painted(64, 50, 36), topsoil.mul(0.85));
  return c.mul(n.middle.mul(0.1).add(n.fine.mul(0.1)).add(n.grit.mul(0.12)).add(1)) as Vec3;
}
