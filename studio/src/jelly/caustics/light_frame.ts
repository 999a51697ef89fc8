// The beam of sunlight that the body stands in and the square of floor that catches its caustics: src/optics/light.h of
// the engine, laid out as `Light` of common.wgsl.
import type { SunValues, Triple } from '../messages';
import { kCausticSize } from '../messages';

const kReceiverHeight = -0.00005; // m

export interface Sun {
  direction: Triple; // where light goes, of any length
  sigma: Triple; // 1/m
  ior: number;
}

export const sunOf = (v: SunValues): Sun => ({
  direction: [v.lightX, v.lightY, v.lightZ],
  sigma: [v.extinctionRed, v.extinctionGreen, v.extinctionBlue],
  ior: v.ior,
});

export interface LightFrame {
  centre: Triple; // of mass
  span: number; // m, side of the square
  width: number; // m, across the light
  height: number;
  unit: number; // what 1 of the device's whole numbers is worth
  words: ArrayBuffer;
}

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Triple, b: Triple): Triple => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const normalised = (a: Triple): Triple => a.map((v) => v / Math.hypot(...a)) as Triple;

export interface FrameInput {
  low: Triple; // the surface's box, relative to the centre
  high: Triple;
  centre: Triple;
  sun: Sun;
  leaves: number;
  /** Cuts of a triangle; none: the specified transport. */
  depth: number | null;
}

export function lightFrame({ low, high, centre, sun, leaves, depth }: FrameInput): LightFrame {
  const direction = normalised(sun.direction);
  const right = normalised(cross(direction, [0, 0, 1]));
  const up = normalised(cross(right, direction));
  let across = 0;
  let along = 0;
  for (let corner = 0; corner < 8; ++corner) {
    const p = low.map((v, axis) => ((corner >> axis) & 1 ? (high[axis] ?? 0) : v)) as Triple;
    across = Math.max(across, Math.abs(dot(p, right)));
    along = Math.max(along, Math.abs(dot(p, up)));
  }
  const width = 2 * (across + 0.001);
  const height = 2 * (along + 0.001);
  const extent = high.map((v, axis) => v - (low[axis] ?? 0)) as Triple;
  const slope = Math.max(Math.abs(direction[0] / direction[1]), Math.abs(direction[2] / direction[1]));
  const top = high[1] + centre[1];
  const span = Math.max(0.22, 2 * extent[0] + 0.04, 2 * extent[2] + 0.04, 2 * top * slope + 0.12);
  const texel = span / kCausticSize;
  // Even if all light met in one texel, half of the range of whole numbers would do.
  const unit = (width * height) / texel ** 2 / 2 ** 31;

  const words = new ArrayBuffer(112);
  const f = new Float32Array(words);
  f.set([...direction, Math.max(0.15, span), ...right, width, ...up, height, ...sun.sigma, sun.ior]);
  f.set([...centre, kReceiverHeight - centre[1], texel, unit, 1e-4 * Math.max(...extent)], 16);
  new Uint32Array(words).set([leaves, depth === null ? 0 : 1, depth ?? 0], 23);
  return { centre, span, width, height, unit, words };
}
