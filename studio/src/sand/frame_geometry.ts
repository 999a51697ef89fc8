// The table's wooden frame: a profile with rounded edges, swept around a rectangle or a circle.
//
// Lengths in mm, z up, origin at the lower left of the sand. Beside position and normal each vertex knows its place in the
// board: along the grain, across it, and which board it is, from which the shader makes the wood.
import { BufferAttribute, BufferGeometry } from 'three/webgpu';

export interface FrameShape {
  width: number; // of the sand, mm
  height: number;
  round: boolean;
  board: number; // width of the frame
  top: number; // z of its upper face
  floor: number; // z of its lower edge
}

interface ProfilePoint {
  out: number; // distance outwards from the sand's edge
  z: number;
  nOut: number; // normal
  nZ: number;
}

/** From inside the bottom over the top to outside the bottom, with round edges. */
function profile({ board, top, floor }: FrameShape): ProfilePoint[] {
  const r = Math.min(1.6, board / 3);
  const arc = (out: number, z: number, from: number): ProfilePoint[] =>
    [0, 1, 2, 3, 4].map((k) => {
      const angle = from + (k / 4) * (Math.PI / 2);
      const nOut = -Math.cos(angle);
      const nZ = Math.sin(angle);
      return { out: out + r * nOut, z: z + r * nZ, nOut, nZ };
    });
  return [
    { out: 0, z: -0.1, nOut: -1, nZ: 0 },
    ...arc(r, top - r, 0),
    ...arc(board - r, top - r, Math.PI / 2),
    { out: board, z: floor, nOut: 1, nZ: 0 },
  ];
}

interface Stop {
  x: number;
  y: number;
  dx: number; // outwards; longer than 1 at mitred corners
  dy: number;
  nx: number; // outwards, unit
  ny: number;
  along: number;
  board: number;
}

function stops({ width: w, height: h, round }: FrameShape): Stop[] {
  const found: Stop[] = [];
  if (round) {
    const boards = 6;
    const radius = w / 2;
    for (let k = 0; k < 240; ++k) {
      for (const end of [k, k + 1]) {
        const a = (end / 240) * 2 * Math.PI;
        const [c, s] = [Math.cos(a), Math.sin(a)];
        const board = Math.floor((k / 240) * boards);
        found.push({ x: radius + radius * c, y: h / 2 + radius * s, dx: c, dy: s, nx: c, ny: s, along: a * radius, board });
      }
    }
    return found;
  }
  const corners: [number, number, number, number][] = [
    [0, 0, -1, -1],
    [w, 0, 1, -1],
    [w, h, 1, 1],
    [0, h, -1, 1],
  ];
  const normals: [number, number][] = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ];
  corners.forEach((a, k) => {
    const b = corners[(k + 1) % 4] ?? a;
    const [nx, ny] = normals[k] ?? [0, 0];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    found.push({ x: a[0], y: a[1], dx: a[2], dy: a[3], nx, ny, along: 0, board: k });
    found.push({ x: b[0], y: b[1], dx: b[2], dy: b[3], nx, ny, along: length, board: k });
  });
  return found;
}

export function frameGeometry(shape: FrameShape): BufferGeometry {
  const points = profile(shape);
  const line = stops(shape);
  const position: number[] = [];
  const normal: number[] = [];
  const wood: number[] = [];
  const index: number[] = [];
  for (const s of line) {
    let across = 0;
    points.forEach((p, k) => {
      const last = points[k - 1] ?? p;
      across += Math.hypot(p.out - last.out, p.z - last.z);
      position.push(s.x + s.dx * p.out, s.y + s.dy * p.out, p.z);
      normal.push(s.nx * p.nOut, s.ny * p.nOut, p.nZ);
      // A mitred end is longer outside: the grain runs on.
      const along = s.along + (shape.round ? 0 : p.out * (s.dx * s.ny * -1 + s.dy * s.nx));
      wood.push(along, across, s.board);
    });
  }
  const n = points.length;
  for (let k = 0; k < line.length; k += 2) {
    for (let j = 0; j + 1 < n; ++j) {
      const [a, b, c, d] = [k * n + j, k * n + j + 1, (k + 1) * n + j, (k + 1) * n + j + 1];
      index.push(a, b, c, b, d, c);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(position), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(normal), 3));
  geometry.setAttribute('wood', new BufferAttribute(new Float32Array(wood), 3));
  geometry.setIndex(index);
  return geometry;
}
