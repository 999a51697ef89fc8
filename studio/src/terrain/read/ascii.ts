// Esri ASCII grids: a header of names and numbers, then rows from the north.
import type { HeightMap } from '../messages';
import { checkSize } from '../png';

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
  }
  if (word.exec(text)) throw new Error(`${name}: more than ${nx} x ${ny} heights; ncols or nrows is wrong`);
  return { nx, ny, heights, missing: gaps > 0 ? missing : null, format: 'Esri ASCII' };
}
