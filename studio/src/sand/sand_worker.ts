// Worker code of the sand tab: one table, the tracks drawn on it since it was last levelled, and their clock.
//
// The engine goes forward only. To scrub back, everything since the last fresh sand is drawn again, which takes a second
// where the table takes an hour; the bits are the same, as they do not depend on how time is cut.
import type { Engine, Pointer } from '../engine/module';
import { Status } from '../engine/module';
import { Moved } from '../engine/protocol';
import { readFile } from '../engine/read_file';
import type { ArrayPool, CreateModel, Frame, ModelWorker, StepsAndHash, WorkerLink } from '../engine/protocol';
import { grainTile } from './grain_tile';
import type { Loaded, LoadRequest, Relief, SandValues, TrackFormat, Written } from './messages';

const kMostCells = 2 ** 24;
const kMostShown = 2 ** 22; // cells that the page gets with every frame, and copies in one go
const kStepsAtOnce = 16; // between two looks at the time
const kCatchUp = 0.1; // real seconds that a slow machine may lag behind before the clock waits for it

interface Drawn {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  options: Record<string, number>;
  /** The next track came at this sub-step, before the end. */
  until?: number;
}

class Sand implements ModelWorker {
  private readonly engine: Engine;
  private readonly handle: Pointer;
  private drawn: Drawn[] = []; // since the last fresh sand; the last one is on the table
  private parameters: Record<string, number> = {};
  private speed = 64;
  private clock = 0; // table time that is due, seconds
  private nx = 0;
  private ny = 0;
  private done = false;
  private dirty = false;

  constructor(private readonly link: WorkerLink) {
    this.engine = link.engine;
    this.handle = this.engine.call('solgel_sand_create');
  }

  async call(name: string, args: unknown): Promise<unknown> {
    switch (name) {
      case 'load':
        return this.load(args as LoadRequest);
      case 'speed':
        this.speed = Number(args);
        this.clock = this.time();
        return null;
      case 'seek':
        return this.seek(Number(args));
      case 'report':
        return JSON.parse(this.engine.text(this.engine.call('solgel_sand_report', this.handle))) as unknown;
      case 'relief': {
        const heights = new Float32Array(this.nx * this.ny);
        this.readHeights(heights);
        const relief: Relief = { nx: this.nx, ny: this.ny, cell: this.parameters['cell'] ?? 0.5, heights };
        return new Moved(relief, [heights.buffer]);
      }
      case 'track': {
        const written = this.written(args as TrackFormat);
        return new Moved(written, [written.bytes.buffer]);
      }
      case 'tables':
        return JSON.parse(this.engine.text(this.engine.call('solgel_sand_tables'))) as unknown;
      case 'grain': {
        const tile = grainTile();
        return new Moved(tile, [tile.buffer]);
      }
      case 'hash':
        return this.hash();
      default:
        throw new Error(`sand: no call '${name}'`);
    }
  }

  tick(dt: number, slice: number): boolean {
    if (this.nx === 0 || this.done) return false;
    const end = performance.now() + 1000 * slice;
    const endless = !Number.isFinite(this.speed);
    this.clock = endless ? Infinity : Math.min(this.clock + dt * this.speed, this.time() + kCatchUp * this.speed);
    while (!this.done && this.time() < this.clock && performance.now() < end) this.step(kStepsAtOnce);
    return !this.done;
  }

  frame(pool: ArrayPool): Frame | null {
    if (!this.dirty || this.nx === 0) return null;
    this.dirty = false;
    const { nx, ny } = this.shown();
    const heights = pool.f32(nx * ny);
    this.readHeights(heights);
    let highest = 0;
    for (const h of heights) if (h > highest) highest = h;
    const [x = 0, y = 0, radius = 1] = this.engine.scratch(24, (at) => {
      this.engine.call('solgel_sand_ball', this.handle, at);
      return [...this.engine.f64(at, 3)];
    });
    const values: SandValues = {
      nx,
      ny,
      time: this.time(),
      duration: this.engine.call('solgel_sand_duration', this.handle),
      steps: this.steps(),
      done: this.done,
      x,
      y,
      radius,
      highest,
    };
    return { values, arrays: { heights } };
  }

  runExactly(n: number): StepsAndHash {
    this.start();
    for (let left = n; left > 0 && !this.done; left -= 4096) this.step(Math.min(left, 4096));
    return { steps: this.steps(), hash: this.hash() };
  }

  /** Until the file has been read, what is on the table goes on. */
  private async load({ track, keep, parameters, options }: LoadRequest): Promise<Loaded> {
    const read = track && { name: track.name, bytes: await readFile(this.link, track.file, track.name) };
    const next = read ?? this.drawn[this.drawn.length - 1];
    if (!next) throw new Error('sand: no track has been loaded');
    const { name, bytes } = next;
    const on = keep && track !== null && this.drawn.length > 0;
    if (!on) this.guard(parameters);
    const before = this.parameters;
    const cut = on && !this.done ? this.steps() : undefined;
    try {
      if (!on) this.setParameters(parameters);
      this.give({ name, bytes, options }, on);
    } catch (thrown) {
      this.setParameters(before); // the engine keeps the relief; its parameters for the next one go back, too
      throw thrown;
    } finally {
      if (read) this.link.progress(null);
    }
    if (!on) this.parameters = { ...parameters };
    const last = this.drawn.at(-1);
    if (last && cut !== undefined) last.until = cut;
    this.drawn = [...(on ? this.drawn : []), { name, bytes, options }];
    this.begun();
    return {
      name,
      ...this.shown(),
      duration: this.engine.call('solgel_sand_duration', this.handle),
      parameters: this.parameters,
    };
  }

  /** Everything again from level sand, up to the start of the track that is on the table. */
  private start(): void {
    this.drawn.forEach((drawn, k) => {
      this.give(drawn, k > 0);
      this.begun();
      if (k + 1 === this.drawn.length) return;
      const { until = Infinity } = drawn;
      while (!this.done && this.steps() < until) this.step(Math.min(4096, until - this.steps()));
    });
  }

  private async seek(seconds: number): Promise<boolean> {
    if (this.drawn.length === 0) return false;
    if (seconds < this.time()) this.start();
    const begun = performance.now();
    const from = this.time();
    let reached = from; // the last sub-step may end before it
    while (!this.done && reached < seconds) {
      const slice = performance.now() + 30;
      while (!this.done && reached < seconds && performance.now() < slice) {
        reached = Math.min(seconds, reached + 1);
        this.checked(this.engine.call('solgel_sand_advance', this.handle, reached));
      }
      if (performance.now() - begun > 400) this.link.progress((this.time() - from) / Math.max(1e-6, seconds - from));
      await this.link.breathe();
      if (this.link.stopped()) break;
    }
    this.link.progress(null);
    this.clock = this.time();
    this.dirty = !this.link.stopped(); // a search that was cut short is not shown
    return this.done;
  }

  private give({ name, bytes, options }: Drawn, keep: boolean): void {
    for (const [option, value] of Object.entries(options)) this.setNamed('solgel_sand_option', option, value);
    const status = this.engine.with(bytes, (track) =>
      this.engine.with(name, (text) =>
        this.engine.call('solgel_sand_load_track', this.handle, track, bytes.length, text, keep ? 1 : 0),
      ),
    );
    if (status !== Status.ok) throw new Error(this.error());
  }

  private begun(): void {
    [this.nx = 0, this.ny = 0] = this.engine.scratch(8, (at) => {
      this.engine.call('solgel_sand_size', this.handle, at, at + 4);
      return [...this.engine.i32(at, 2)];
    });
    this.done = false;
    this.clock = 0;
    this.dirty = true;
  }

  private step(count: number): void {
    this.checked(this.engine.call('solgel_sand_step', this.handle, count));
  }
  private checked(status: number): void {
    if (status > Status.done) throw new Error(this.error());
    this.done = status === Status.done;
    this.dirty = true;
  }

  private guard(parameters: Record<string, number>): void {
    const { width = 300, height = 200, diameter = 0, cell = 0.5, ball_radius = 8 } = parameters;
    const side = (reach: number): number => ((diameter > 0 ? diameter : reach) + 2 * ball_radius) / cell;
    const cells = side(width) * side(height);
    if (cells <= kMostCells) return;
    const wanted = `${(cells / 1e6).toFixed(0)} million cells`;
    throw new Error(`sand: ${wanted}; the page allows ${(kMostCells / 1e6).toFixed(0)} million; choose a larger cell or a smaller table`);
  }
  private setParameters(parameters: Record<string, number>): void {
    for (const [name, value] of Object.entries(parameters)) this.setNamed('solgel_sand_set', name, value);
  }
  private setNamed(call: string, name: string, value: number): void {
    this.wellDone(this.engine.with(name, (at) => this.engine.call(call, this.handle, at, value)));
  }
  private wellDone(status: number): void {
    if (status !== Status.ok) throw new Error(this.error());
  }
  private written(format: TrackFormat): Written {
    return this.engine.scratch(16, (at) => {
      this.wellDone(this.engine.with(format, (name) => this.engine.call('solgel_sand_track', this.handle, name, at, at + 4, at + 8)));
      const [text = 0, count = 0] = this.engine.u32(at, 2);
      const [bent = 0] = this.engine.f64(at + 8, 1);
      return { bytes: this.engine.view8(text, count).slice() as Uint8Array<ArrayBuffer>, bent };
    });
  }
  /** Every height, or as many means over blocks as `into` has room for. */
  private readHeights(into: Float32Array): void {
    const cells = this.nx * this.ny;
    this.engine.scratch(4 * cells, (at) => {
      this.engine.call('solgel_sand_heights', this.handle, at, cells);
      const all = this.engine.f32(at, cells);
      if (into.length === cells) into.set(all);
      else this.means(all, into);
    });
  }
  private means(from: Float32Array, into: Float32Array): void {
    const { nx, ny } = this.shown();
    const { nx: row, block } = this;
    for (let j = 0; j < ny; ++j) {
      for (let i = 0; i < nx; ++i) {
        let sum = 0;
        for (let b = 0; b < block; ++b) for (let a = 0; a < block; ++a) sum += from[(j * block + b) * row + i * block + a] ?? 0;
        into[j * nx + i] = sum / block ** 2;
      }
    }
  }
  private get block(): number {
    return Math.ceil(Math.sqrt((this.nx * this.ny) / kMostShown));
  }
  private shown(): { nx: number; ny: number; cell: number } {
    const { nx, ny, block } = this;
    return { nx: Math.floor(nx / block), ny: Math.floor(ny / block), cell: block * (this.parameters['cell'] ?? 0.5) };
  }
  private steps(): number {
    return this.engine.call('solgel_sand_steps', this.handle);
  }
  private time(): number {
    return this.engine.call('solgel_sand_time', this.handle);
  }
  private hash(): string {
    return this.engine.text(this.engine.call('solgel_sand_hash_text', this.handle));
  }
  private error(): string {
    return this.engine.text(this.engine.call('solgel_sand_error', this.handle));
  }
}

export const create: CreateModel = (link) => new Sand(link);
