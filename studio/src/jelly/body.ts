// The engine's soft body behind plain functions: one handle, messages as errors, arrays as views.
//
// Views are good until the next call that may allocate: copy at once.
import type { Engine, Pointer } from '../engine/module';
import { Status } from '../engine/module';
import type { LightFrame, Ray, SunValues, Triple } from './messages';
import { kCausticSize, kMaskSize } from './messages';

const kMetrics = 28;
const kHeight = 0.0124; // m, of the lowest point at the start: the flower's

export interface Measured {
  mass: number;
  volume: number;
  kinetic: number;
  elastic: number;
  rigid: number;
  internal: number;
  x: number;
  y: number;
  z: number;
  reach: number;
}

export class Body {
  vertices = 0;
  triangles = 0;
  private readonly handle: Pointer;

  constructor(private readonly engine: Engine) {
    this.handle = engine.call('solgel_jelly_create');
  }

  set(name: string, value: number): void {
    this.check(this.engine.with(name, (at) => this.engine.call('solgel_jelly_set', this.handle, at, value)));
  }
  option(name: string, value: number): void {
    this.check(this.engine.with(name, (at) => this.engine.call('solgel_jelly_option', this.handle, at, value)));
  }
  private get(name: string): number {
    return this.engine.with(name, (at) =>
      this.engine.scratch(8, (value) => {
        this.check(this.engine.call('solgel_jelly_get', this.handle, at, value));
        return this.engine.f64(value, 1)[0] ?? 0;
      }),
    );
  }
  flower(): void {
    this.check(this.call('flower'));
  }
  /** A closed surface from a file's bytes: `size` metres along its longest side, `cells` of its lattice along it. */
  readMesh(bytes: Uint8Array, name: string, size: number, cells: number): void {
    const call = (at: Pointer): number =>
      this.engine.with(name, (text) => this.call('read_mesh', at, bytes.length, text, 1, size, kHeight, cells));
    this.check(this.engine.with(bytes, call));
  }
  begin(): void {
    this.check(this.call('begin'));
    [this.vertices = 0, this.triangles = 0] = this.engine.scratch(16, (at) => {
      this.engine.call('solgel_jelly_counts', this.handle, at);
      return [...this.engine.u32(at + 8, 2)];
    });
  }

  /** Steps that were taken in `seconds` of elapsed time. Throws when the body blew up; it then lies at rest. */
  advance(seconds: number): number {
    return this.engine.scratch(4, (at) => {
      this.check(this.call('advance', seconds, at));
      return this.engine.u32(at, 1)[0] ?? 0;
    });
  }
  step(count: number): void {
    this.check(this.call('step', count));
  }
  reset(): void {
    this.check(this.call('reset'));
  }
  nudge(): void {
    this.check(this.call('nudge'));
  }

  grab({ origin, direction }: Ray): boolean {
    const six = new Float64Array([...origin, ...direction]);
    return this.engine.with(six, (at) => this.call('grab', at, at + 24)) === 1;
  }
  moveGrab(point: Triple): void {
    this.check(this.engine.with(new Float64Array(point), (at) => this.call('move_grab', at)));
  }
  release(): void {
    this.check(this.call('release'));
  }
  held(): Triple {
    return this.engine.scratch(48, (at) => {
      this.call('hand', at, at + 24);
      return [...this.engine.f64(at, 3)] as Triple;
    });
  }

  refreshSurface(): void {
    this.check(this.call('refresh_surface'));
  }
  refreshLight(camera: Triple): void {
    this.check(this.engine.with(new Float64Array(camera), (at) => this.call('refresh_light', at)));
  }

  surface(): Float32Array {
    return this.engine.f32(this.call('surface_view'), 3 * this.vertices);
  }
  normals(): Float32Array {
    return this.engine.f32(this.call('normals_view'), 3 * this.vertices);
  }
  indices(): Uint32Array {
    return this.engine.u32(this.call('triangles_view'), 3 * this.triangles);
  }
  thickness(): Float32Array {
    return this.engine.f32(this.call('thickness_view'), this.vertices);
  }
  masks(): Uint8Array {
    return this.engine.view8(this.call('masks_view'), 2 * kMaskSize ** 2);
  }
  caustics(): Float32Array {
    return this.engine.f32(this.call('caustics_view'), 3 * kCausticSize ** 2);
  }
  /** As solgel_jelly_light_rays has them. */
  lightRays(): Float64Array {
    return this.engine.scratch(8 * 8 * 65 ** 2, (at) => {
      this.check(this.call('light_rays', at, 8 * 65 ** 2));
      return this.engine.f64(at, 8 * 65 ** 2).slice();
    });
  }
  lightCells(): Uint8Array {
    return this.engine.scratch(32 ** 2, (at) => {
      this.check(this.call('light_cells', at, 32 ** 2));
      return this.engine.view8(at, 32 ** 2).slice();
    });
  }
  /** What the caustics' square received, three colours, in square metres of full sun. */
  lightReceived(): number[] {
    return this.engine.scratch(8 * 18, (at) => {
      this.check(this.call('light', at));
      return [...this.engine.f64(at + 8 * 9, 3)];
    });
  }
  sun(): SunValues {
    return {
      ior: this.get('ior'),
      extinctionRed: this.get('extinction_red'),
      extinctionGreen: this.get('extinction_green'),
      extinctionBlue: this.get('extinction_blue'),
      lightX: this.get('light_x'),
      lightY: this.get('light_y'),
      lightZ: this.get('light_z'),
    };
  }
  lightFrame(): LightFrame {
    return this.engine.scratch(48, (at) => {
      this.check(this.call('masks_frame', at));
      this.check(this.call('caustics_frame', at + 24));
      const [maskSide = 1, maskX = 0, maskZ = 0, causticSide = 1, causticX = 0, causticZ = 0] = this.engine.f64(at, 6);
      return { maskSide, maskX, maskZ, causticSide, causticX, causticZ };
    });
  }

  measure(): Measured {
    return this.engine.scratch(8 * kMetrics, (at) => {
      this.check(this.call('measure', at));
      const m = this.engine.f64(at, kMetrics);
      const of = (k: number): number => m[k] ?? 0;
      const half = [0, 1, 2].map((k) => Math.max(of(23 + k) - of(11 + k), of(11 + k) - of(20 + k)));
      return {
        mass: of(2),
        volume: of(3),
        kinetic: of(4),
        elastic: of(5),
        rigid: of(6),
        internal: of(7),
        x: of(11),
        y: of(12),
        z: of(13),
        reach: Math.hypot(...half),
      };
    });
  }

  get steps(): number {
    return this.call('steps');
  }
  get asleep(): boolean {
    return this.call('is_asleep') === 1;
  }
  get grabbed(): boolean {
    return this.call('is_grabbed') === 1;
  }
  hash(): string {
    return this.engine.text(this.call('hash_text'));
  }
  positionsHash(): string {
    return this.engine.text(this.call('sha256_positions'));
  }
  report(): Record<string, unknown> {
    return JSON.parse(this.engine.text(this.call('report'))) as Record<string, unknown>;
  }

  private call(name: string, ...args: number[]): number {
    return this.engine.call(`solgel_jelly_${name}`, this.handle, ...args);
  }
  private check(status: number): void {
    if (status > Status.done) throw new Error(this.engine.text(this.call('error')));
  }
}
