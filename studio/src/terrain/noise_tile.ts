// Value noise with its gradient, periodic, for the fine structure of the ground (src/render/lattice_noise.h): a tile of
// bytes that is sampled at seven sizes, so that mipmaps leave out what is finer than a pixel.
import type { DataTexture } from 'three/webgpu';
import { tileTexture } from '../tile_texture';

export const kLattice = 32; // points of the lattice along the tile
const kTexels = 8; // per point

function bits(i: number, j: number): number {
  let h = (0x7e44a1 + Math.imul(i, 0x9e3779b1) + Math.imul(j, 0x85ebca77)) >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 0xffffffff;
}

/** Bytes: value, slope in x and in y (a quarter of it), each around 128. */
export function noiseTexture(): DataTexture {
  const side = kLattice * kTexels;
  const data = new Uint8Array(4 * side * side);
  const corners = Float32Array.from({ length: kLattice * kLattice }, (_, k) => 2 * bits(k % kLattice, Math.floor(k / kLattice)) - 1);
  const corner = (i: number, j: number): number => corners[(j % kLattice) * kLattice + (i % kLattice)] ?? 0;
  const byte = (s: number): number => Math.min(255, Math.max(0, Math.round(128 + 127 * s)));
  for (let y = 0; y < side; ++y) {
    for (let x = 0; x < side; ++x) {
      const [i, j] = [Math.floor(x / kTexels), Math.floor(y / kTexels)];
      const [u, v] = [(x % kTexels) / kTexels, (y % kTexels) / kTexels];
      const [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i, j + 1), corner(i + 1, j + 1)];
      const [su, sv] = [u * u * (3 - 2 * u), v * v * (3 - 2 * v)];
      const k = a - b - c + d;
      const value = a + su * (b - a) + sv * (c - a) + su * sv * k;
      const dx = 6 * u * (1 - u) * (b - a + sv * k);
      const dy = 6 * v * (1 - v) * (c - a + su * k);
      const at = 4 * (y * side + x);
      data[at] = byte(value);
      data[at + 1] = byte(dx / 4);
      data[at + 2] = byte(dy / 4);
      data[at + 3] = 255;
    }
  }
  return tileTexture(data, side, 4);
}
