// For tests: the device's caustics beside the engine's, of the same poses.
import type { TracedPose } from '../messages';
import { kCausticSize } from '../messages';
import type { GpuCaustics, Traced } from './gpu_caustics';
import { sunOf } from './light_frame';

export interface Comparison {
  engine: { valid: number; flagged: number; received: number[] };
  device: { valid: number; flagged: number; received: number[]; beams: number };
  /** Rays of the lattice that only one of them has arrive, and that arrive by different branches. */
  validDiffers: number;
  branchDiffers: number;
  flagDiffers: number;
  /** Rays that agree but land more than a tenth of a texel apart, and whose colours are more than 0.01 apart. */
  floorDiffers: number;
  colourDiffers: number;
  /** Sum of the pictures' differences to the sum of the engine's picture. */
  picture: number;
  /** Of two refreshes of the same pose by the device: numbers of the sums that differ. */
  again: number;
}

export async function compare(gpu: GpuCaustics, poses: TracedPose[], cuts: number): Promise<Comparison[]> {
  gpu.forget();
  const all: Comparison[] = [];
  for (const pose of poses) {
    const request = { ...pose, sun: sunOf(pose.sun), depth: cuts < 0 ? null : cuts };
    gpu.refresh(request);
    const traced = await gpu.read();
    gpu.refresh(request);
    const second = await gpu.read();
    if (traced && second) all.push(comparison(pose, traced, second));
  }
  return all;
}

function comparison(pose: TracedPose, traced: Traced, second: Traced): Comparison {
  const found: Comparison = {
    engine: { valid: 0, flagged: count(pose.flags), received: pose.received },
    device: { valid: 0, flagged: count(traced.flags), received: received(traced), beams: traced.beams },
    validDiffers: 0,
    branchDiffers: 0,
    flagDiffers: traced.flags.filter((flag, k) => flag !== pose.flags[k]).length,
    floorDiffers: 0,
    colourDiffers: 0,
    picture: 0,
    again: traced.atlas.filter((v, k) => v !== second.atlas[k]).length,
  };
  const texel = traced.frame.span / kCausticSize;
  for (let k = 0; k < pose.rays.length; k += 8) {
    const [x = 0, z = 0, red = 0, green = 0, blue = 0, , , branch = 0] = pose.rays.subarray(k, k + 8);
    const [gx = 0, gz = 0, gRed = 0, gGreen = 0, gBlue = 0, , , last = 0] = traced.rays.subarray(k, k + 8);
    const gBranch = isOfLattice(k / 8, traced.flags) ? last : 0;
    found.engine.valid += branch === 0 ? 0 : 1;
    found.device.valid += gBranch === 0 ? 0 : 1;
    if ((branch === 0) !== (gBranch === 0)) ++found.validDiffers;
    else if (branch !== gBranch) ++found.branchDiffers;
    else if (branch !== 0) {
      if (Math.hypot(x - gx, z - gz) > 0.1 * texel) ++found.floorDiffers;
      if (Math.hypot(red - gRed, green - gGreen, blue - gBlue) > 0.01) ++found.colourDiffers;
    }
  }
  const picture = smoothed(traced.atlas);
  let differences = 0;
  let sum = 0;
  pose.irradiance.forEach((light, k) => {
    differences += Math.abs(light - (picture[k] ?? 0));
    sum += light;
  });
  found.picture = differences / sum;
  return found;
}

/** Whether a ray belongs to the three phases, not to a later cut. */
function isOfLattice(ray: number, flags: Uint32Array): boolean {
  const i = ray % 65;
  const j = Math.floor(ray / 65);
  if ((i + j) % 2 === 0) return true;
  const flagged = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < 64 && y < 64 && flags[32 * (y >> 1) + (x >> 1)] !== 0;
  return flagged(i, j) || (i % 2 === 1 ? flagged(i, j - 1) : flagged(i - 1, j));
}

const count = (flags: ArrayLike<number>): number => Array.from(flags).filter((flag) => flag !== 0).length;

function received({ atlas, frame }: Traced): number[] {
  const sums = [0, 0, 0];
  atlas.forEach((light, k) => (sums[k % 3] = (sums[k % 3] ?? 0) + light));
  return sums.map((sum) => sum * (frame.span / kCausticSize) ** 2);
}

/** The weights (1 4 1)^2 / 36, as in reconstruct.wgsl. */
function smoothed(atlas: Float32Array): Float32Array {
  const along = (from: Float32Array, step: number): Float32Array =>
    from.map((v, k) => ((from[k - step] ?? 0) + 4 * v + (from[k + step] ?? 0)) / 6);
  return along(along(atlas, 3), 3 * kCausticSize);
}
