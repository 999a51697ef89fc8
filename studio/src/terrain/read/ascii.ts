// Esri ASCII grids: a header of names and numbers, then rows from the north.
import type { HeightMap } from '../messages';
import { checkSize } from '../png';

/** As natively: a cell of an unnamed unit is taken as metres, unless its corner and size say degrees. */
function unitsOf(header: Record<string, number>, nx: number, ny: number): Pick<HeightMap, 'units'> {
  const x = header['cellsize'] ?? header['dx'] ?? 0;
  const y = header['dy'] ?? x;
  if (!(x > 0 && y > 0)) return {};
  const [west, south] = [header['xllcorner'] ?? header['xllcenter'], header['yllcorner'] ?? header['yllcenter']];
  const within = west !== undefined && south !== undefined && west >= -360 && south >= -90.5 && west + x * nx <= 360.5 && south + y * ny <= 90.5;
  return within && x < 0.1 ? {} : { units: { x, y, value: 1 } };
}

/** As natively: heights that 32-bit floating point keeps, digit for digit, are taken as such. */
function isKeptByFloat(text: string, v: number): boolean {
  const f = Math.fround(v);
  if (f === v || text.replace(/e.*$/i, '').replace(/^[-+0.]+|[-+.]/g, '').length <= 6) return Number.isFinite(f);
  for (let digits = 7; digits <= 9; ++digits) {
    const back = Number(f.toPrecision(digits));
    if (Math.fround(back) === f) return back === v;
  }
  return false;
}

const kNames = ['ncols', 'nrows', 'xllcorner', 'yllcorner', 'xllcenter', 'yllcenter', 'cellsize', 'dx', 'dy', 'nodata_value'];

export function readAscii(bytes: Uint8Array<ArrayBuffer>, name: string, mostCells: number): HeightMap {
  const text = new TextDecoder('latin1').decode(bytes);
  const word = /\S+/g;
  const header: Record<string, number> = {};
  let start = 0;
  for (;;) {
    const key = word.exec(text)?.[0].toLowerCase() ?? '';
    if (!/^[a-z]/.test(key) || key === 'nan') break;
    const value = word.exec(text)?.[0] ?? '';
    if (!kNames.includes(key)) throw new Error(`${name}: '${key}' in the header; an Esri ASCII grid has ${kNames.join(', ')}`);
    if (!/^[-+]?(\d|\.\d|nan)/i.test(value)) throw new Error(`${name}: ${key} is '${value}'; a number belongs there`);
    header[key] = Number(value);
    start = word.lastIndex;
  }
  const { ncols: nx = 0, nrows: ny = 0 } = header;
  if (!Number.isInteger(nx) || !Number.isInteger(ny)) throw new Error(`${name}: ncols ${nx}, nrows ${ny}; whole numbers belong there`);
  checkSize(nx, ny, name, mostCells);
  const none = header['nodata_value'];
  const heights = new Float64Array(nx * ny);
  const missing = new Uint8Array(nx * ny);
  let gaps = 0;
  let [whole, float] = [true, true];
  word.lastIndex = start;
  for (let k = 0; k < nx * ny; ++k) {
    const found = word.exec(text)?.[0];
    if (found === undefined) throw new Error(`${name}: cut off: ${k} of ${nx * ny} heights; copy the file again`);
    const value = Number(found);
    const to = (ny - 1 - Math.floor(k / nx)) * nx + (k % nx);
    if (none !== undefined && (value === none || (Number.isNaN(value) && Number.isNaN(none)))) {
      missing[to] = 1;
      ++gaps;
    } else if (Number.isNaN(value)) {
      throw new Error(`${name}: '${found.slice(0, 20)}' where height ${k + 1} of ${nx * ny} belongs`);
    }
    heights[to] = value;
    whole &&= /^[-+]?\d+$/.test(found) && Math.abs(value) < 2 ** 31;
    float &&= isKeptByFloat(found, value);
  }
  if (word.exec(text)) throw new Error(`${name}: more than ${nx} x ${ny} heights; ncols or nrows is wrong`);
  if (float && !whole) heights.set(Float32Array.from(heights));
  return { nx, ny, heights, missing: gaps > 0 ? missing : null, format: 'Esri ASCII', full: whole ? 2 ** 31 - 1 : 1, ...unitsOf(header, nx, ny) };
}
