// One square of sand as a repeating texture: grains as cells of a Voronoi diagram, each tilted, tinted and shaded.
//
// Red and green: how far the grain's surface tilts in x and y; blue: its shade; alpha: its warmth. 128 is neutral. The
// page lays the square in the world, so that grains stay where they are; its mip levels average them away from afar.

export const kTile = 512; // texels along a side
export const kGrainsAcross = 128; // so a grain has 4 texels

/** Bits from a lattice point. */
function bits(i: number, j: number, salt: number): number {
  let h = (Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca6b) ^ Math.imul(salt, 0xc2b2ae35)) >>> 0;
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}
const part = (value: number, k: number): number => ((value >>> (8 * k)) & 255) / 255;

export function grainTile(): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(4 * kTile * kTile);
  const per = kGrainsAcross / kTile;
  const wrap = (k: number): number => (k + kGrainsAcross) % kGrainsAcross;
  for (let row = 0; row < kTile; ++row) {
    for (let column = 0; column < kTile; ++column) {
      const x = (column + 0.5) * per;
      const y = (row + 0.5) * per;
      const i = Math.floor(x);
      const j = Math.floor(y);
      let first = 1e9;
      let second = 1e9;
      let dx = 0;
      let dy = 0;
      let seed = 0;
      for (let dj = -1; dj <= 1; ++dj) {
        for (let di = -1; di <= 1; ++di) {
          const b = bits(wrap(i + di), wrap(j + dj), 1);
          const ox = x - (i + di + part(b, 0));
          const oy = y - (j + dj + part(b, 1));
          const d = ox * ox + oy * oy - 0.2 * part(b, 3);
          second = Math.min(second, Math.max(first, d));
          if (d < first) {
            first = d;
            dx = ox;
            dy = oy;
            seed = b;
          }
        }
      }
      const own = bits(seed & 0xffff, seed >>> 16, 2);
      const dark = part(own, 1) > 0.965 ? -0.4 : 0; // iron-bearing minerals
      const edge = Math.min(1, Math.max(0, (second - first) / 0.45));
      const crevice = 0.16 * (1 - edge * edge * (3 - 2 * edge));
      const shade = 0.16 * (part(own, 0) - 0.5) + dark - crevice + 0.06;
      const at = 4 * (row * kTile + column);
      out[at] = 128 + 255 * (0.28 * dx + 0.15 * (part(seed, 2) - 0.5));
      out[at + 1] = 128 + 255 * (0.28 * dy + 0.15 * (part(own, 3) - 0.5));
      out[at + 2] = 128 + 255 * shade;
      out[at + 3] = 128 + 127 * (part(own, 2) - 0.5);
    }
  }
  return out;
}
