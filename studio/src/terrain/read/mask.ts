// A mask of the land from any file that a height map can be in: 0 to 1, counts over the range of their type (one of 0 and 1
// alone says yes and no), as natively.
import type { HeightMap } from '../messages';

export interface Mask {
  nx: number;
  ny: number;
  values: Float32Array;
  file: string;
}

export function maskOf(map: HeightMap, file: string, nx: number, ny: number): Mask {
  const { heights, missing } = map;
  const full = heights.every((height) => height <= 1) ? 1 : map.full;
  if (map.nx !== nx || map.ny !== ny) throw new Error(`${file}: the mask has ${map.nx} x ${map.ny} cells; wanted those of the map, ${nx} x ${ny}`);
  if (missing) throw new Error(`${file}: cells of the mask are missing; give each a value from 0 to ${full}`);
  const values = new Float32Array(heights.length);
  heights.forEach((height, k) => {
    const v = height / full;
    if (!(v >= 0 && v <= 1)) throw new Error(`${file}: the mask is ${height}; allowed 0 to ${full}`);
    values[k] = v;
  });
  return { nx, ny, values, file };
}
