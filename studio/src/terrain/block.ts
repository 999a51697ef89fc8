// The block's geometry: a sheet over the map whose heights come from the texture, and walls from its rim down to a floor.
import { BufferAttribute, BufferGeometry } from 'three/webgpu';

const kMostVertices = 512; // along a side

/** `uv` runs over the map, y to the north; positions are set by the shader. */
export function sheet(nx: number, ny: number): BufferGeometry {
  const coarse = Math.max(1, Math.max(nx, ny) / (kMostVertices - 1));
  const mx = Math.max(2, Math.round(nx / coarse));
  const my = Math.max(2, Math.round(ny / coarse));
  const uv = new Float32Array(2 * (mx + 1) * (my + 1));
  const position = new Float32Array(3 * (mx + 1) * (my + 1));
  const index = new Uint32Array(6 * mx * my);
  for (let j = 0; j <= my; ++j) {
    for (let i = 0; i <= mx; ++i) {
      const k = 2 * (j * (mx + 1) + i);
      uv[k] = i / mx;
      uv[k + 1] = j / my;
    }
  }
  let at = 0;
  for (let j = 0; j < my; ++j) {
    for (let i = 0; i < mx; ++i) {
      const a = j * (mx + 1) + i;
      const [b, c, d] = [a + 1, a + mx + 1, a + mx + 2];
      // The diagonal alternates, so that ridges along either one look alike.
      const [e, f] = (i + j) % 2 ? [c, b] : [d, a];
      index[at++] = a;
      index[at++] = b;
      index[at++] = e;
      index[at++] = f;
      index[at++] = d;
      index[at++] = c;
    }
  }
  return geometry({ position: [position, 3], uv: [uv, 2] }, index);
}

/** Four walls; the attribute `side` holds the outward normal and, last, 1 for the rim and 0 for the floor. */
export function walls(nx: number, ny: number): BufferGeometry {
  const coarse = Math.max(1, Math.max(nx, ny) / (kMostVertices - 1));
  const counts = [Math.round(nx / coarse), Math.round(ny / coarse)];
  const uv: number[] = [];
  const side: number[] = [];
  const index: number[] = [];
  const walk = (count: number, point: (t: number) => [number, number], n: [number, number]): void => {
    for (let k = 0; k <= count; ++k) {
      const base = uv.length / 2;
      for (const top of [0, 1]) {
        uv.push(...point(k / count));
        side.push(n[0], 0, n[1], top);
      }
      if (k < count) index.push(base, base + 2, base + 1, base + 1, base + 2, base + 3);
    }
  };
  const [mx = 2, my = 2] = counts;
  walk(mx, (t) => [t, 0], [0, 1]);
  walk(my, (t) => [1, t], [1, 0]);
  walk(mx, (t) => [1 - t, 1], [0, -1]);
  walk(my, (t) => [0, 1 - t], [-1, 0]);
  const position = new Float32Array((uv.length / 2) * 3);
  return geometry({ position: [position, 3], uv: [new Float32Array(uv), 2], side: [new Float32Array(side), 4] }, new Uint32Array(index));
}

function geometry(attributes: Record<string, [Float32Array, number]>, index: Uint32Array): BufferGeometry {
  const made = new BufferGeometry();
  for (const [name, [values, size]] of Object.entries(attributes)) made.setAttribute(name, new BufferAttribute(values, size));
  made.setIndex(new BufferAttribute(index, 1));
  return made;
}
