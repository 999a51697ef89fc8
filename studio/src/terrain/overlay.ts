// Flow, change and deposition as the picture wants them: four bytes a cell. Streams as in src/render/terrain_shader.cpp:
// the strongest flow by rank, and only where it is gathered well above its surroundings.
import type { LandRun } from './land_run';

/** Bytes of a texel: share of stream, how wet (flow's logarithm), change (128 is none), deposition; the last is 0 only
 * where data are missing. */
export function fillOverlay(run: LandRun, into: Uint8Array): void {
  const { shownX: nx, shownY: ny } = run;
  const change = run.shownMap('change');
  const none = new Float32Array(change.length);
  const flow = run.hasMaps ? run.shownMap('flow') : none;
  const deposition = run.hasMaps ? run.shownMap('deposition') : none;
  const count = nx * ny;
  let sum = 0;
  for (const v of flow) if (v > 0) sum += v;
  const mean = sum > 0 ? sum / count : 1;
  const wet = Float32Array.from(flow, (v) => (v > 0 ? Math.log1p(v / mean) : 0));
  const rank = ranks(wet);
  const [dry, strong] = [rank(0.3), rank(0.999)];
  const [first, last] = [rank(0.95), rank(0.994)];
  const around = boxMean(Float32Array.from(flow, (v) => (v > 0 ? v : 0)), nx, ny, Math.max(2, Math.round((0.9 * Math.min(nx, ny)) / 128)));
  const most = (values: Float32Array): number => ranks(Float32Array.from(values, (v) => Math.abs(v) || 0))(0.995) || 1;
  const [fullChange, fullDeposit] = [most(change), most(deposition)];
  const stream = Float32Array.from(wet, (w, k) => {
    const gathered = step(1.1, 1.7, (flow[k] ?? 0) / Math.max(1e-30, around[k] ?? 0));
    return step(first, Math.max(last, first + 1e-3), w) * gathered || 0;
  });
  dropSpecks(stream, nx, ny);
  for (let k = 0; k < count; ++k) {
    const w = wet[k] ?? 0;
    const c = change[k] ?? 0;
    const bent = Math.sign(c) * Math.min(1, Math.abs(c) / fullChange) ** 0.7;
    const laid = Math.min(1, (deposition[k] ?? 0) / fullDeposit) ** 0.7;
    into[4 * k] = 255 * (stream[k] ?? 0);
    into[4 * k + 1] = 255 * clamp01((w - dry) / Math.max(strong - dry, 1e-3));
    into[4 * k + 2] = Math.round(128 + 127 * (bent || 0));
    into[4 * k + 3] = Number.isNaN(c) ? 0 : 1 + 254 * (laid || 0);
  }
}

const clamp01 = (v: number): number => Math.min(1, Math.max(0, v));
function step(from: number, to: number, v: number): number {
  const t = clamp01((v - from) / (to - from));
  return t * t * (3 - 2 * t);
}

/** Takes away what hangs together over less than a sixteenth of the map's shorter side: puddles, not streams. */
function dropSpecks(stream: Float32Array, nx: number, ny: number): void {
  const least = Math.max(6, Math.min(nx, ny) / 16);
  const seen = new Uint8Array(stream.length);
  for (let start = 0; start < stream.length; ++start) {
    if (seen[start] || (stream[start] ?? 0) < 0.1) continue;
    const found = [start];
    seen[start] = 1;
    for (let at = 0; at < found.length; ++at) {
      const k = found[at] ?? 0;
      const [x, y] = [k % nx, Math.floor(k / nx)];
      for (let j = Math.max(0, y - 1); j <= Math.min(ny - 1, y + 1); ++j) {
        for (let i = Math.max(0, x - 1); i <= Math.min(nx - 1, x + 1); ++i) {
          const other = j * nx + i;
          if (seen[other] || (stream[other] ?? 0) < 0.1) continue;
          seen[other] = 1;
          found.push(other);
        }
      }
    }
    if (found.length < least) for (const k of found) stream[k] = 0;
  }
}

/** The value below which a share of the cells lies, from a histogram. */
function ranks(values: Float32Array): (share: number) => number {
  const bins = 4096;
  const counts = new Uint32Array(bins);
  let highest = 0;
  for (const v of values) if (v > highest) highest = v;
  const per = highest > 0 ? (bins - 1) / highest : 0;
  for (const v of values) {
    const bin = Math.floor(v * per);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return (share) => {
    let [below, k] = [0, 0];
    while (k + 1 < bins && below + (counts[k] ?? 0) < share * values.length) below += counts[k++] ?? 0;
    return (highest * k) / (bins - 1);
  };
}

/** Mean over (2 reach + 1)^2 cells, by running sums along rows and then columns. */
function boxMean(values: Float32Array, nx: number, ny: number, reach: number): Float32Array {
  const pass = (from: Float32Array, lines: number, length: number, line: number, along: number): Float32Array => {
    const to = new Float32Array(from.length);
    for (let l = 0; l < lines; ++l) {
      let [sum, cells] = [0, 0];
      for (let k = 0; k < Math.min(reach, length); ++k, ++cells) sum += from[l * line + k * along] ?? 0;
      for (let k = 0; k < length; ++k) {
        if (k + reach < length) {
          sum += from[l * line + (k + reach) * along] ?? 0;
          ++cells;
        }
        if (k - reach > 0) {
          sum -= from[l * line + (k - reach - 1) * along] ?? 0;
          --cells;
        }
        to[l * line + k * along] = sum / cells;
      }
    }
    return to;
  };
  return pass(pass(values, ny, nx, nx, 1), nx, ny, 1, nx);
}
