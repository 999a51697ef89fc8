// Worker code of the terrain tab: the run on show, how fast it rains, and what the page gets to see of it.
//
// Copying a map to the page costs more than a round of rain on it, so heights go out a few times a second while it
// rains, and the overlays (ranks and means over the whole map) less often still: never more than a tenth of the time.
import { Moved } from '../engine/protocol';
import { readFile } from '../engine/read_file';
import type { ArrayPool, CreateModel, Frame, ModelWorker, StepsAndHash, WorkerLink } from '../engine/protocol';
import { LandRun } from './land_run';
import type { Begun, HeightMap, LoadRequest, MaskName, MaskRequest, Saved, Spec, TerrainValues } from './messages';
import { fillOverlay } from './overlay';
import { readHeightMap } from './read/height_map';
import { maskOf } from './read/mask';
import type { Mask } from './read/mask';
import { saveRun } from './save';

const kShare = 0.1; // of the time, for what is shown only
const now = (): number => performance.now() / 1000;

const inWords = (units: LandRun['units']): string => {
  if (!units) return '';
  const cell = units.x === units.y ? units.x : `${units.x} × ${units.y}`;
  return `a cell is ${cell} m, a height of 1 is ${units.value} m`;
};
const valuesOf = (masks: Partial<Record<MaskName, Mask>>): Partial<Record<MaskName, Float32Array>> =>
  Object.fromEntries(Object.entries(masks).map(([name, mask]) => [name, mask.values]));

class Terrain implements ModelWorker {
  private run: LandRun | null = null;
  private map: HeightMap | null = null;
  private masks: Partial<Record<MaskName, Mask>> = {};
  private name = '';
  private number = 0;
  private done = false;
  private seconds = 0;
  private wholeRun = 0; // seconds that all the rain should take; 0: as fast as it goes
  private due = 0;
  private portion = 64; // droplets per call, so that one takes a few milliseconds
  private dirty = false;
  private nextFrame = 0;
  private nextOverlay = 0;
  private overlayIsOld = true;
  private raining = false;
  private timer = 0;

  constructor(private readonly link: WorkerLink) {}

  async call(name: string, args: unknown): Promise<unknown> {
    switch (name) {
      case 'load':
        return this.load(args as LoadRequest);
      case 'mask':
        return this.cover(args as MaskRequest);
      case 'restart':
        this.start();
        return null;
      case 'speed':
        this.wholeRun = Number(args);
        this.due = this.run?.ended() ?? 0;
        return null;
      case 'report':
        return this.here().report();
      case 'save': {
        const version = this.link.engine.version();
        const file = await saveRun(this.here(), args as Saved, version);
        return new Moved(file, [file.bytes.buffer]);
      }
      case 'hash':
        return this.here().hash();
      default:
        throw new Error(`terrain: no call '${name}'`);
    }
  }

  tick(dt: number, slice: number): boolean {
    const { run } = this;
    if (!run || this.done) return false;
    this.raining = true;
    const end = now() + slice;
    const droplets = Math.max(1, run.droplets());
    this.due = this.wholeRun > 0 ? Math.min(this.due + (dt * droplets) / this.wholeRun, run.ended() + droplets / 50) : Infinity;
    while (!this.done && run.ended() < this.due && now() < end) {
      const began = now();
      this.done = !run.advance(Math.min(this.portion, Math.max(1, this.due - run.ended())));
      const took = now() - began;
      this.seconds += took;
      this.portion = Math.max(16, Math.min(1 << 20, this.portion * (took < slice / 4 ? 2 : took > slice ? 0.5 : 1)));
      this.dirty = this.overlayIsOld = true;
    }
    // All droplets have ended but slides are left to do: the last call does them.
    if (!this.done && run.ended() >= droplets) this.done = !run.advance(1);
    this.raining = !this.done;
    return !this.done;
  }

  frame(pool: ArrayPool): Frame | null {
    const { run } = this;
    if (!run || (!this.dirty && !this.overlayIsOld)) return null;
    const began = now();
    if (this.raining && began < this.nextFrame) {
      this.later(this.nextFrame - began);
      return null;
    }
    this.raining = false; // the next tick says so again; after a pause nothing holds the last frame back
    const arrays: Frame['arrays'] = {};
    const heights = pool.f32(run.shownX * run.shownY);
    const range = run.shownHeights(heights);
    arrays['heights'] = heights;
    this.dirty = false;
    this.nextFrame = now() + Math.max(0.03, (now() - began) / kShare / 2);
    if (this.overlayIsOld && (this.done || began >= this.nextOverlay)) {
      const from = now();
      const overlay = pool.u8(4 * run.shownX * run.shownY);
      fillOverlay(run, overlay);
      arrays['overlay'] = overlay;
      this.overlayIsOld = false;
      this.nextOverlay = now() + Math.max(0.3, (now() - from) / kShare);
    } else if (this.overlayIsOld) {
      this.later(this.nextOverlay - began);
    }
    const values: TerrainValues = {
      run: this.number,
      ended: run.ended(),
      droplets: run.droplets(),
      steps: run.steps(),
      done: this.done,
      seconds: this.seconds,
      ...range,
    };
    return { values, arrays };
  }

  /** Starts over; when that is all the rain there is, to the very end. */
  runExactly(n: number): StepsAndHash {
    const run = this.here();
    this.start();
    const all = n >= run.droplets();
    while (!this.done && (all || run.ended() < n)) this.done = !run.advance(all ? 4096 : n - run.ended());
    this.dirty = this.overlayIsOld = true;
    return { steps: run.ended(), hash: run.hash() };
  }

  private async load({ spec, file }: LoadRequest): Promise<Moved<Begun>> {
    let map = this.map;
    let next: LandRun;
    try {
      if (file) map = await readHeightMap(await readFile(this.link, file, file.name), file.name);
      const whole: Spec = spec.kind === 'file' && map ? { ...spec, nx: map.nx, ny: map.ny } : spec;
      next = new LandRun(this.link.engine, whole, map, valuesOf(this.fitting(whole)));
    } finally {
      if (file) this.link.progress(null);
    }
    if (file && map) [this.map, this.name] = [map, `${file.name}, ${map.format}`];
    if (file && map?.remark && spec.cell === 0) this.link.say(`${file.name}: ${map.remark}`, 'note');
    this.masks = this.fitting(next);
    return this.begun(next);
  }

  /** Lays a mask on the land that is there, which begins anew; a refusal leaves everything as it was. */
  private async cover({ name, file }: MaskRequest): Promise<Moved<Begun>> {
    const { nx, ny, spec } = this.here();
    const masks = { ...this.masks };
    delete masks[name];
    try {
      if (file) masks[name] = maskOf(await readHeightMap(await readFile(this.link, file, file.name), file.name), file.name, nx, ny);
    } finally {
      if (file) this.link.progress(null);
    }
    const next = new LandRun(this.link.engine, spec, this.map, valuesOf(masks));
    this.masks = masks;
    return this.begun(next);
  }

  /** The masks that are of this size. */
  private fitting({ nx, ny }: { nx: number; ny: number }): Partial<Record<MaskName, Mask>> {
    return Object.fromEntries(Object.entries(this.masks).filter(([, mask]) => mask.nx === nx && mask.ny === ny));
  }

  private begun(next: LandRun): Moved<Begun> {
    const { spec } = next;
    this.run?.free();
    this.run = next;
    ++this.number;
    this.clear();
    const before = new Float32Array(next.shownX * next.shownY);
    const { low, high } = next.shownHeights(before);
    const begun: Begun = {
      run: this.number,
      name: spec.kind === 'file' ? this.name : spec.kind,
      nx: next.nx,
      ny: next.ny,
      shownX: next.shownX,
      shownY: next.shownY,
      cellsPerValue: next.cellsPerValue,
      low,
      high,
      droplets: next.droplets(),
      before,
      masks: Object.fromEntries(Object.entries(this.masks).map(([name, mask]) => [name, mask.file])),
      units: inWords(next.units),
    };
    return new Moved(begun, [before.buffer]);
  }

  private start(): void {
    this.here().begin();
    this.clear();
  }
  private clear(): void {
    this.done = false;
    this.raining = false;
    this.due = this.seconds = this.nextOverlay = this.nextFrame = 0;
    this.portion = 64;
    this.dirty = this.overlayIsOld = true;
  }
  private here(): LandRun {
    if (!this.run) throw new Error('terrain: there is no land yet');
    return this.run;
  }
  private later(seconds: number): void {
    if (this.timer) return;
    this.timer = self.setTimeout(() => {
      this.timer = 0;
      this.link.changed();
    }, 1000 * Math.max(0.01, seconds));
  }
}

export const create: CreateModel = (link) => new Terrain(link);
