// The topology of the tree that rays are traced in: triangles in groups of four, so ordered that every two neighbouring
// groups, and every two pairs of them, make a compact whole. Built once, in the worker; boxes are the device's business.

const kPerLeaf = 4;
const kLeastLeaves = 256; // the device's passes share out that many

/** A power of two. */
export function leavesFor(triangles: number): number {
  let leaves = kLeastLeaves;
  while (leaves * kPerLeaf < triangles) leaves *= 2;
  return leaves;
}

/** Three vertices a slot, four slots a leaf; where there is no triangle all three are vertex 0. `positions` are the
 * body's at any moment, best at rest. Splits at the median of the centroids along the longest axis. */
export function orderForTree(positions: Float32Array, triangles: Uint32Array): Uint32Array<ArrayBuffer> {
  const count = triangles.length / 3;
  const centroids = [0, 1, 2].map((axis) => {
    const sums = new Float32Array(count);
    for (let t = 0; t < count; ++t) {
      for (let c = 0; c < 3; ++c) sums[t] = (sums[t] ?? 0) + (positions[3 * (triangles[3 * t + c] ?? 0) + axis] ?? 0);
    }
    return sums;
  });
  const order = Uint32Array.from({ length: count }, (_, t) => t);
  const slots = new Uint32Array(3 * kPerLeaf * leavesFor(count));

  const split = (begin: number, end: number, firstLeaf: number, leaves: number): void => {
    if (leaves === 1) {
      for (let k = begin; k < end; ++k) {
        const t = 3 * (order[k] ?? 0);
        slots.set(triangles.subarray(t, t + 3), 3 * (kPerLeaf * firstLeaf + k - begin));
      }
      return;
    }
    const part = order.subarray(begin, end);
    const along = longest(centroids, part);
    part.sort((s, t) => (along[s] ?? 0) - (along[t] ?? 0) || s - t);
    const middle = begin + Math.ceil((end - begin) / 2);
    split(begin, middle, firstLeaf, leaves / 2);
    split(middle, end, firstLeaf + leaves / 2, leaves / 2);
  };
  split(0, count, 0, leavesFor(count));
  return slots;
}

function longest(centroids: Float32Array[], part: Uint32Array): Float32Array {
  let best = new Float32Array();
  let most = -1;
  for (const values of centroids) {
    let low = Infinity;
    let high = -Infinity;
    for (const t of part) {
      low = Math.min(low, values[t] ?? 0);
      high = Math.max(high, values[t] ?? 0);
    }
    if (high - low > most) [most, best] = [high - low, values as Float32Array<ArrayBuffer>];
  }
  return best;
}
