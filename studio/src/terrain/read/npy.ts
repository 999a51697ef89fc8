// NPY 1 to 3 (numpy.lib.format): a two-dimensional array of f4, f8 or u2, C or Fortran order; the first row is the north
// edge. And the same written back, as f4.
import type { HeightMap } from '../messages';
import { checkSize } from '../png';

const kMagic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
const kSample: Record<string, number> = { f4: 4, f8: 8, u2: 2 };

export const isNpy = (bytes: Uint8Array): boolean => kMagic.every((byte, k) => bytes[k] === byte);

export function readNpy(bytes: Uint8Array<ArrayBuffer>, name: string, mostCells: number): HeightMap {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wide = (bytes[6] ?? 1) >= 2;
  const from = wide ? 12 : 10;
  if (bytes.length < from) throw new Error(`${name}: an NPY file that is cut off; copy it again`);
  const length = wide ? view.getUint32(8, true) : view.getUint16(8, true);
  if (from + length > bytes.length || length > 65536) throw new Error(`${name}: an NPY file whose header is cut off; copy it again`);
  const header = new TextDecoder('latin1').decode(bytes.subarray(from, from + length));
  const type = /'descr'\s*:\s*'([<>=|]?)(\w+)'/.exec(header);
  const shape = /'shape'\s*:\s*\(([^)]*)\)/.exec(header);
  const fortran = /'fortran_order'\s*:\s*True/.test(header);
  const sample = kSample[type?.[2] ?? ''];
  if (!sample || !type) throw new Error(`${name}: samples of type ${type?.[0] ?? 'unknown'}; allowed are f4, f8 and u2: use astype('f4')`);
  const sides = (shape?.[1] ?? '').split(',').map((side) => side.trim()).filter(Boolean).map(Number);
  const [ny = 0, nx = 0] = sides;
  if (sides.length !== 2 || !Number.isInteger(nx) || !Number.isInteger(ny)) {
    throw new Error(`${name}: an array of ${sides.length} dimensions; a height map has 2`);
  }
  checkSize(nx, ny, name, mostCells);
  const start = from + length;
  if (bytes.length - start < nx * ny * sample) {
    throw new Error(`${name}: cut off: ${bytes.length - start} of ${nx * ny * sample} bytes of samples; copy the file again`);
  }
  const little = type[1] !== '>';
  const heights = new Float64Array(nx * ny);
  for (let row = 0; row < ny; ++row) {
    for (let i = 0; i < nx; ++i) {
      const at = start + sample * (fortran ? i * ny + row : row * nx + i);
      heights[(ny - 1 - row) * nx + i] =
        sample === 2 ? view.getUint16(at, little) : sample === 4 ? view.getFloat32(at, little) : view.getFloat64(at, little);
    }
  }
  // NaN is how such an array says that nothing is known of a cell.
  const missing = Uint8Array.from(heights, (h) => (Number.isNaN(h) ? 1 : 0));
  const gaps = missing.includes(1);
  return { nx, ny, heights, missing: gaps ? missing : null, format: `NPY, ${type[2]}`, full: sample === 2 ? 65535 : 1 };
}

/** `values` from south to north. */
export function writeNpy(nx: number, ny: number, values: Float32Array | Float64Array): Uint8Array<ArrayBuffer> {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${ny}, ${nx}), }`;
  const header = text.padEnd(Math.ceil((text.length + 11) / 64) * 64 - 11) + '\n';
  const out = new Uint8Array(10 + header.length + 4 * nx * ny);
  const view = new DataView(out.buffer);
  out.set(kMagic);
  out[6] = 1;
  view.setUint16(8, header.length, true);
  out.set(new TextEncoder().encode(header), 10);
  for (let row = 0; row < ny; ++row) {
    for (let i = 0; i < nx; ++i) {
      view.setFloat32(10 + header.length + 4 * (row * nx + i), values[(ny - 1 - row) * nx + i] ?? 0, true);
    }
  }
  return out;
}
