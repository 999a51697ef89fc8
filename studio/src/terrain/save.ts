// What the page saves of a run, at full depth: 16-bit counts whose text chunks say what they stand for (with the keys
// and the counts that the command line writes), 32-bit floating point where missing cells are NaN, the report.
import type { LandRun } from './land_run';
import type { Saved, SavedFile } from './messages';
import { writePng } from './png';
import { writeNpy } from './read/npy';

const kFull = 65535;

export async function saveRun(run: LandRun, { what, as }: Saved, version: string): Promise<SavedFile> {
  const png = async (name: string, values: Uint16Array, text: Record<string, string>): Promise<SavedFile> => {
    const told = { Software: `Solgel ${version}`, ...text, params: JSON.stringify(run.report()['params']), seed: run.spec.seed };
    return { name: `${name}.png`, type: 'image/png', bytes: await writePng(run.nx, run.ny, values, told) };
  };
  const npy = (name: string, values: Float32Array | Float64Array): SavedFile => {
    const known = values.map((v, k) => (run.isMissing(k) ? NaN : v));
    return { name: `${name}.npy`, type: 'application/octet-stream', bytes: writeNpy(run.nx, run.ny, known) };
  };
  switch (what) {
    case 'report': {
      const bytes = new TextEncoder().encode(run.reportText());
      return { name: 'terrain-report.json', type: 'application/json', bytes };
    }
    case 'heights': {
      const heights = run.heights();
      if (as === 'npy') return npy('terrain', heights);
      let [low, high] = [Infinity, -Infinity];
      heights.forEach((h, k) => {
        if (run.isMissing(k)) return;
        low = Math.min(low, h);
        high = Math.max(high, h);
      });
      const from = run.hasMissing ? 1 : 0; // 0 says that a cell is missing
      const per = high > low ? (high - low) / (kFull - from) : 1;
      const counts = Uint16Array.from(heights, (h, k) => (run.isMissing(k) ? 0 : from + Math.round((h - low) / per)));
      return png('terrain', counts, { height_at_lowest_count: String(low - from * per), height_per_count: String(per) });
    }
    default: {
      if (!run.hasMaps && what !== 'change') throw new Error(`${what}: the text's scheme keeps no account of it; take the fast or the reference scheme`);
      const values = run.map(what);
      if (as === 'npy') return npy(`terrain-${what}`, values);
      const most = values.reduce((highest, v) => Math.max(highest, Math.abs(v)), 0);
      const share = (v: number): number => (most > 0 ? v / most : 0);
      const middle = (kFull + 1) / 2;
      const count: Record<string, [(v: number) => number, string]> = {
        flow: [(v) => (most > 0 ? (kFull * Math.log1p(v)) / Math.log1p(most) : 0), `${kFull} log(1 + v) / log(1 + most)`],
        change: [(v) => middle + (middle - 1) * share(v), `${middle} + ${middle - 1} v / most`],
      };
      const [scaled, scale] = count[what] ?? [(v: number) => kFull * share(v), `${kFull} v / most`];
      const counts = Uint16Array.from(values, (v) => Math.round(scaled(v)));
      return png(`terrain-${what}`, counts, { map: what, scale, most: String(most) });
    }
  }
}
