// One run of the engine: a land, its rain, and what can be read of it.
//
// Every change of land or parameters makes a new one, and the old one is let go only when the new one has begun: what
// is refused leaves the running one untouched.
import type { Engine, Pointer } from '../engine/module';
import { Status } from '../engine/module';
import type { HeightMap, MaskName, Report, Spec } from './messages';

const kMostShown = 1024; // cells along the longer side; larger maps are shown as means of blocks

export class LandRun {
  readonly nx: number;
  readonly ny: number;
  readonly shownX: number;
  readonly shownY: number;
  readonly cellsPerValue: number;
  /** Metres, where the reader or the file says so; without them vertical_scale decides. */
  readonly units: HeightMap['units'] | null;
  private readonly block: number;
  private readonly missing: Uint8Array | null;
  private readonly handle: Pointer;

  /** `map`: for kind 'file'; masks are of the land's size. Throws the engine's own words. */
  constructor(
    private readonly engine: Engine,
    readonly spec: Spec,
    map: HeightMap | null,
    masks: Partial<Record<MaskName, Float32Array>> = {},
  ) {
    this.handle = engine.call('solgel_terrain_create');
    try {
      for (const [name, value] of Object.entries(spec.parameters)) this.named('solgel_terrain_set', name, value);
      for (const [name, value] of Object.entries(spec.options)) this.named('solgel_terrain_option', name, value);
      // Keeping account changes no bit of the land; the text's own scheme knows none.
      this.named('solgel_terrain_option', 'maps', this.hasMaps ? 1 : 0);
      const seed = BigInt.asUintN(64, BigInt(spec.seed));
      engine.call('solgel_terrain_seed', this.handle, Number(seed & 0xffffffffn), Number(seed >> 32n));
      this.units = spec.kind !== 'file' ? null : spec.cell > 0 ? { x: spec.cell, y: spec.cell, value: spec.heightUnit } : (map?.units ?? null);
      if (spec.kind === 'file') this.give(map);
      else {
        this.check(engine.with(spec.kind, (at) => engine.call('solgel_terrain_generate', this.handle, at, spec.nx, spec.ny)));
      }
      [this.nx = 0, this.ny = 0] = engine.scratch(8, (at) => {
        engine.call('solgel_terrain_size', this.handle, at, at + 4);
        return [...engine.i32(at, 2)];
      });
      this.missing = spec.kind === 'file' ? (map?.missing ?? null) : null;
      this.block = Math.ceil(Math.max(this.nx, this.ny) / kMostShown);
      this.shownX = Math.floor(this.nx / this.block);
      this.shownY = Math.floor(this.ny / this.block);
      for (const [name, values] of Object.entries(masks)) {
        const call = (at: Pointer): number => engine.with(values, (from) => engine.call('solgel_terrain_mask', this.handle, at, from));
        this.check(engine.with(name, call));
      }
      this.check(engine.call('solgel_terrain_begin', this.handle));
      this.cellsPerValue = this.scale();
    } catch (thrown) {
      this.free();
      throw thrown;
    }
  }

  free(): void {
    this.engine.call('solgel_terrain_destroy', this.handle);
  }

  /** Starts over. */
  begin(): void {
    this.check(this.engine.call('solgel_terrain_begin', this.handle));
  }
  /** Lets `more` droplets run their course; false when nothing is left to do. */
  advance(more: number): boolean {
    const status = this.engine.call('solgel_terrain_advance', this.handle, this.ended() + more);
    if (status > Status.done) throw new Error(this.error());
    return status === Status.ok;
  }

  droplets(): number {
    return this.engine.call('solgel_terrain_droplets', this.handle);
  }
  ended(): number {
    return this.engine.call('solgel_terrain_ended', this.handle);
  }
  steps(): number {
    return this.engine.call('solgel_terrain_steps', this.handle);
  }
  hash(): string {
    return this.engine.text(this.engine.call('solgel_terrain_hash_text', this.handle));
  }
  reportText(): string {
    return this.engine.text(this.engine.call('solgel_terrain_report', this.handle));
  }
  report(): Report {
    return JSON.parse(this.reportText()) as Report;
  }

  get hasMaps(): boolean {
    return this.spec.options['scheme'] !== 2;
  }
  get hasMissing(): boolean {
    return this.missing !== null;
  }
  isMissing(k: number): boolean {
    return this.missing?.[k] === 1;
  }
  heights(): Float64Array {
    const count = this.nx * this.ny;
    return this.engine.scratch(8 * count, (at) => {
      this.check(this.engine.call('solgel_terrain_heights', this.handle, at, count));
      return this.engine.f64(at, count).slice();
    });
  }
  map(name: string): Float32Array {
    const count = this.nx * this.ny;
    return this.engine.scratch(4 * count, (at) => {
      this.check(this.engine.with(name, (text) => this.engine.call('solgel_terrain_map', this.handle, text, at, count)));
      return this.engine.f32(at, count).slice();
    });
  }

  /** Heights at the size that is shown; missing cells take the lowest. */
  shownHeights(into: Float32Array): { low: number; high: number } {
    const count = this.nx * this.ny;
    this.engine.scratch(8 * count, (at) => {
      this.check(this.engine.call('solgel_terrain_heights', this.handle, at, count));
      this.shrink(this.engine.f64(at, count), into);
    });
    let [low, high] = [Infinity, -Infinity];
    for (const h of into) {
      if (h < low) low = h;
      if (h > high) high = h;
    }
    if (low > high) low = high = 0;
    if (this.missing) for (let k = 0; k < into.length; ++k) if (Number.isNaN(into[k])) into[k] = low;
    return { low, high };
  }
  /** A map at the size that is shown, NaN where data are missing. */
  shownMap(name: string): Float32Array {
    const into = new Float32Array(this.shownX * this.shownY);
    this.shrink(this.map(name), into);
    return into;
  }

  private shrink(from: Float64Array | Float32Array, into: Float32Array): void {
    const { nx, block, shownX, shownY, missing } = this;
    if (block === 1 && !missing) {
      into.set(from);
      return;
    }
    for (let j = 0; j < shownY; ++j) {
      for (let i = 0; i < shownX; ++i) {
        let [sum, cells] = [0, 0];
        for (let b = 0; b < block; ++b) {
          for (let a = 0; a < block; ++a) {
            const k = (j * block + b) * nx + i * block + a;
            if (missing?.[k]) continue;
            sum += from[k] ?? 0;
            ++cells;
          }
        }
        into[j * shownX + i] = cells > 0 ? sum / cells : NaN;
      }
    }
  }

  private give(map: HeightMap | null): void {
    if (!map) throw new Error('terrain: no height map has been opened');
    const { nx, ny, heights, missing } = map;
    const { engine } = this;
    engine.with(heights, (values) => {
      const flags = missing ? engine.put(missing) : 0;
      const { x, y, value } = this.units ?? { x: 0, y: 0, value: 0 };
      const status = engine.call('solgel_terrain_heights_in', this.handle, nx, ny, values, flags, x, y, value);
      if (flags) engine.free(flags);
      this.check(status);
    });
  }

  /** As the engine does it: units where there are some; else the range of heights spans vertical_scale / 256 of the shorter side. */
  private scale(): number {
    if (this.units) return this.units.value / this.units.x;
    const vertical = this.engine.scratch(8, (at) => {
      this.engine.with('vertical_scale', (name) => this.engine.call('solgel_terrain_get', this.handle, name, at));
      return this.engine.f64(at, 1)[0] ?? 60;
    });
    const span = (vertical * Math.min(this.nx, this.ny)) / 256;
    if (this.spec.kind !== 'file') return span;
    const { low, high } = this.shownHeights(new Float32Array(this.shownX * this.shownY));
    return high > low ? span / (high - low) : span;
  }

  private named(call: string, name: string, value: number): void {
    this.check(this.engine.with(name, (at) => this.engine.call(call, this.handle, at, value)));
  }
  private check(status: number): void {
    if (status === Status.ok) return;
    throw new Error(this.error() || 'terrain: there is no land to rain on yet');
  }
  private error(): string {
    return this.engine.text(this.engine.call('solgel_terrain_error', this.handle));
  }
}
