// Height maps as files keep them: PNG, TIFF, NPY, Esri ASCII, and RAW squares. The bytes decide, the name only where
// they say nothing. Same formats, same words and same bounds as the native reader (docs/formats.md), for less kinds.
import type { HeightMap } from '../messages';
import { checkSize, isPng, readPng } from '../png';
import { readAscii } from './ascii';
import { isNpy, readNpy } from './npy';
import { isTiff, readTiff } from './tiff';

export const kMostCells = 2 ** 22; // 2048 x 2048: what a page can hold beside the engine's own accounts

export async function readHeightMap(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<HeightMap> {
  if (bytes.length === 0) throw new Error(`${name}: the file is empty`);
  const map = await read(bytes, name);
  const { heights, missing } = map;
  let data = 0;
  for (let k = 0; k < heights.length; ++k) {
    if (missing?.[k]) {
      heights[k] = 0;
      continue;
    }
    ++data;
    const h = heights[k] ?? 0;
    if (!(Math.abs(h) <= 1e30)) {
      const where = `column ${k % map.nx}, row ${Math.floor(k / map.nx)} from the south`;
      throw new Error(`${name}: the height at ${where} is ${h}; heights are finite, up to 1e30: fill the gaps first`);
    }
  }
  if (data === 0) throw new Error(`${name}: every cell is marked as missing; a map needs heights`);
  return map;
}

function read(bytes: Uint8Array<ArrayBuffer>, name: string): HeightMap | Promise<HeightMap> {
  if (isPng(bytes)) return readPng(bytes, name, kMostCells);
  if (isNpy(bytes)) return readNpy(bytes, name, kMostCells);
  if (isTiff(bytes)) return readTiff(bytes, name, kMostCells);
  const ending = /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? '';
  if (ending === 'raw' || ending === 'r16' || ending === 'r32') return readRaw(bytes, name, ending);
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 64)).toLowerCase();
  if (/^\s*ncols\s/.test(start)) return readAscii(bytes, name, kMostCells);
  throw new Error(
    `${name}: not a height map; the page reads grey PNG (8 or 16 bit), TIFF, NPY, Esri ASCII, and square RAW (.raw, .r16, .r32)`,
  );
}

/** No header: a square of 16-bit counts or of 32-bit floating point, low byte first, the first row in the north. The
 * size decides which: no number is both two squares and four. */
function readRaw(bytes: Uint8Array<ArrayBuffer>, name: string, ending: string): HeightMap {
  const side = (per: number): number => {
    const n = Math.sqrt(bytes.length / per);
    return Number.isInteger(n) ? n : 0;
  };
  const [short, long] = [ending === 'r32' ? 0 : side(2), ending === 'r16' ? 0 : side(4)];
  const n = short || long;
  if (n === 0) {
    const allowed = { r16: '2 bytes', r32: '4 bytes' }[ending] ?? '2 or 4 bytes';
    throw new Error(`${name}: ${bytes.length} bytes are no square of cells of ${allowed}; RAW has no header: save a square, or use the command line`);
  }
  checkSize(n, n, name, kMostCells);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const heights = new Float64Array(n * n);
  for (let row = 0; row < n; ++row) {
    for (let i = 0; i < n; ++i) {
      const k = row * n + i;
      heights[(n - 1 - row) * n + i] = short ? view.getUint16(2 * k, true) : view.getFloat32(4 * k, true);
    }
  }
  const format = short ? 'RAW, 16 bit' : 'RAW, 32 bit floating point';
  return { nx: n, ny: n, heights, missing: null, format, full: short ? 65535 : 1 };
}
