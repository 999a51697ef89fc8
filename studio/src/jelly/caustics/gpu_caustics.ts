// Caustics on the graphics device: the tree refitted, 65 x 65 rays in three phases, triangles of rays cut until their
// corners agree, beams summed in whole numbers, the picture. All of it in one compute pass; nothing comes back.
//
// The rules are those of src/optics/ of the engine, in single precision; studio/tests/caustics.mjs compares the two.
import type { Triple } from '../messages';
import { kCausticSize } from '../messages';
import beamsCode from './beams.wgsl';
import classifyCode from './classify.wgsl';
import commonCode from './common.wgsl';
import cutCode from './cut.wgsl';
import { lightFrame } from './light_frame';
import type { LightFrame, Sun } from './light_frame';
import reconstructCode from './reconstruct.wgsl';
import refitCode from './refit.wgsl';
import traceCode from './trace.wgsl';

export const kDeepest = 3; // cuts
const kPlaces = 513 ** 2; // of rays
const kLevels = 3;
const kFirstPieces = 8 * 32 ** 2; // triangles of the lattice at most
const kGroups = 512; // of a pass over a list, at most

export interface Request {
  positions: Float32Array;
  normals: Float32Array;
  centre: Triple;
  sun: Sun;
  depth: number | null; // cuts of a triangle; null: the specified transport
}

/** What a test reads back. */
export interface Traced {
  frame: Omit<LightFrame, 'words'>;
  /** As solgel_jelly_light_rays has them. */
  rays: Float32Array;
  flags: Uint32Array;
  /** Irradiance before it is smoothed, three colours a texel. */
  atlas: Float32Array;
  beams: number;
}

export class GpuCaustics {
  /** Half floats, 384 x 384. */
  readonly texture: GPUTexture;
  private readonly buffers: Record<string, GPUBuffer>;
  private readonly levels: GPUBuffer[];
  private readonly leaves: number;
  private readonly relative: Float32Array<ArrayBuffer>;
  private readonly steps: ((pass: GPUComputePassEncoder) => void)[];
  private readonly cuts: ((pass: GPUComputePassEncoder) => void)[][];
  private readonly ends: ((pass: GPUComputePassEncoder) => void)[];
  private last: LightFrame | null = null;

  /** `slots` as orderForTree makes them. */
  constructor(
    private readonly device: GPUDevice,
    slots: Uint32Array<ArrayBuffer>,
    vertices: number,
  ) {
    this.leaves = slots.length / 12;
    this.relative = new Float32Array(3 * vertices);
    const buffer = (bytes: number, usage = GPUBufferUsage.STORAGE): GPUBuffer =>
      device.createBuffer({ size: bytes, usage: usage | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC });
    this.buffers = {
      light: buffer(112, GPUBufferUsage.UNIFORM),
      positions: buffer(12 * vertices),
      normals: buffer(12 * vertices),
      corners: buffer(slots.byteLength),
      slots: buffer(96 * 4 * this.leaves),
      boxes: buffer(32 * 2 * this.leaves),
      rays: buffer(32 * kPlaces),
      claimed: buffer(4 * kPlaces),
      flags: buffer(4 * 32 ** 2),
      counts: buffer(36),
      wanted: buffer(4 * kPlaces),
      pieces0: buffer(4 * kFirstPieces * 4 ** 2), // and those of level 2
      pieces1: buffer(4 * kFirstPieces * 4),
      beams: buffer(4 * kFirstPieces * 4 ** kLevels),
      atlas: buffer(12 * kCausticSize ** 2),
    };
    this.levels = [0, 1, 2].map((level) => {
      const made = buffer(16, GPUBufferUsage.UNIFORM);
      device.queue.writeBuffer(made, 0, new Uint32Array([level, 0, 0, 0]));
      return made;
    });
    device.queue.writeBuffer(this.buffer('corners'), 0, slots);
    this.texture = device.createTexture({
      size: [kCausticSize, kCausticSize],
      format: 'rgba16float',
      usage: GPUTextureUsage.STORAGE_BINDING | GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_SRC,
    });

    const refit = this.module(refitCode);
    const trace = this.module(traceCode);
    const classify = this.module(classifyCode);
    const cut = this.module(cutCode);
    const subtrees = Math.min(this.leaves, 256);
    const tracing = ['light', 'boxes', 'slots', 'rays', 'claimed'];
    this.steps = [
      this.step(refit, 'leaves', ['light', 'positions', 'normals', 'corners', 'slots', 'boxes'], this.leaves / 64),
      this.step(refit, 'branches', { 0: 'light', 5: 'boxes' }, subtrees / 64),
      this.step(refit, 'crown', { 0: 'light', 5: 'boxes' }, 1),
      this.step(trace, 'even', tracing, 33 ** 2 / 64),
      this.step(trace, 'odd', tracing, 32 ** 2 / 64),
      this.step(classify, 'classify', ['light', 'rays', 'flags'], 32 ** 2 / 64),
      this.step(trace, 'between', [...tracing, 'flags'], (2 * 32 * 33) / 64),
      this.step(cut, 'start', { 0: 'light', 1: 'rays', 2: 'flags', 3: 'counts', 5: 'pieces0', 7: 'beams' }, kFirstPieces / 64),
    ];
    const lists = ['pieces0', 'pieces1', 'pieces0', 'pieces1'];
    this.cuts = this.levels.map((level, k) => {
      const here = lists[k] ?? '';
      const groups = Math.min(kGroups, (kFirstPieces * 4 ** k) / 64);
      const listed = { 0: 'light', 1: 'boxes', 2: 'slots', 3: 'rays', 6: 'wanted', 7: 'counts' };
      return [
        this.step(cut, 'ask', { 3: 'counts', 4: 'claimed', 5: here, 6: 'wanted' }, groups, level),
        this.step(trace, 'listed', listed, groups, level),
        this.step(cut, 'cut', { 0: 'light', 1: 'rays', 3: 'counts', 5: here, 6: lists[k + 1] ?? '', 7: 'beams' }, groups, level),
      ];
    });
    this.ends = [
      this.step(this.module(beamsCode), 'spread_beams', ['light', 'rays', 'counts', 'beams', 'atlas'], 4096),
      this.step(this.module(reconstructCode), 'reconstruct', ['light', 'atlas', this.texture], kCausticSize / 8, undefined, kCausticSize / 8),
    ];
  }

  /** Queues the work for a pose. Which cells were refined carries over to the next one. */
  refresh({ positions, normals, centre, sun, depth }: Request): LightFrame {
    const { device, relative } = this;
    const low: Triple = [Infinity, Infinity, Infinity];
    const high: Triple = [-Infinity, -Infinity, -Infinity];
    for (let k = 0; k < relative.length; k += 3) {
      for (let axis = 0; axis < 3; ++axis) {
        const v = Math.fround((positions[k + axis] ?? 0) - (centre[axis] ?? 0));
        relative[k + axis] = v;
        if (v < (low[axis] ?? 0)) low[axis] = v;
        if (v > (high[axis] ?? 0)) high[axis] = v;
      }
    }
    const cuts = depth === null ? 0 : Math.min(depth, kDeepest);
    const frame = lightFrame({ low, high, centre, sun, leaves: this.leaves, depth: depth === null ? null : cuts });
    device.queue.writeBuffer(this.buffer('light'), 0, frame.words);
    device.queue.writeBuffer(this.buffer('positions'), 0, relative);
    device.queue.writeBuffer(this.buffer('normals'), 0, normals as Float32Array<ArrayBuffer>);

    const commands = device.createCommandEncoder();
    for (const name of ['claimed', 'counts', 'atlas']) commands.clearBuffer(this.buffer(name));
    const pass = commands.beginComputePass();
    for (const step of [...this.steps, ...this.cuts.slice(0, cuts).flat(), ...this.ends]) step(pass);
    pass.end();
    device.queue.submit([commands.finish()]);
    this.last = frame;
    return frame;
  }

  /** Resolves when the device has finished what was queued, or is lost. */
  done(): Promise<unknown> {
    return this.device.queue.onSubmittedWorkDone().catch(() => null);
  }

  /** As before the first refresh. */
  forget(): void {
    this.device.queue.writeBuffer(this.buffer('flags'), 0, new Uint32Array(32 ** 2));
  }

  free(): void {
    for (const buffer of [...Object.values(this.buffers), ...this.levels]) buffer.destroy();
    this.texture.destroy();
  }

  /** What the last refresh came to; null before the first. For tests: it waits for the device. */
  async read(): Promise<Traced | null> {
    if (!this.last) return null;
    const { words: _, ...frame } = this.last;
    const [rays, flags, atlas, counts] = await Promise.all(['rays', 'flags', 'atlas', 'counts'].map((name) => this.copyOf(name)));
    if (!rays || !flags || !atlas || !counts) return null;
    const all = new Float32Array(rays);
    const branches = new Uint32Array(rays);
    const lattice = new Float32Array(8 * 65 ** 2);
    for (let ray = 0; ray < 65 ** 2; ++ray) {
      const from = 8 * (513 * 8 * Math.floor(ray / 65) + 8 * (ray % 65)); // x z path branch, red green blue entry
      const [x = 0, z = 0, path = 0, , red = 0, green = 0, blue = 0, entry = 0] = all.subarray(from, from + 8);
      lattice.set([x, z, red, green, blue, path, entry, branches[from + 3] ?? 0], 8 * ray);
    }
    const [beams = 0] = new Uint32Array(counts);
    return {
      frame,
      rays: lattice,
      flags: new Uint32Array(flags),
      atlas: Float32Array.from(new Uint32Array(atlas), (whole) => whole * frame.unit),
      beams,
    };
  }

  private async copyOf(name: string): Promise<ArrayBuffer> {
    const from = this.buffer(name);
    const to = this.device.createBuffer({ size: from.size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
    const commands = this.device.createCommandEncoder();
    commands.copyBufferToBuffer(from, 0, to, 0, from.size);
    this.device.queue.submit([commands.finish()]);
    await to.mapAsync(GPUMapMode.READ);
    const copy = to.getMappedRange().slice(0);
    to.destroy();
    return copy;
  }

  private buffer(name: string): GPUBuffer {
    const found = this.buffers[name];
    if (!found) throw new Error(`caustics: no buffer '${name}'`);
    return found;
  }
  private module(code: string): GPUShaderModule {
    return this.device.createShaderModule({ code: commonCode + code });
  }

  /** One dispatch. `bound`: what the entry point uses, by its number; a list counts from 0. */
  private step(
    module: GPUShaderModule,
    entryPoint: string,
    bound: (string | GPUTexture)[] | Record<number, string>,
    groups: number,
    level?: GPUBuffer,
    groupsDown = 1,
  ): (pass: GPUComputePassEncoder) => void {
    const pipeline = this.device.createComputePipeline({ layout: 'auto', compute: { module, entryPoint } });
    const entries = Object.entries(bound).map(([binding, what]) => ({
      binding: Number(binding),
      resource: typeof what === 'string' ? { buffer: this.buffer(what) } : (what as GPUTexture).createView(),
    }));
    const group = this.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
    const second = level && this.device.createBindGroup({
      layout: pipeline.getBindGroupLayout(1),
      entries: [{ binding: 0, resource: { buffer: level } }],
    });
    return (pass) => {
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      if (second) pass.setBindGroup(1, second);
      pass.dispatchWorkgroups(Math.ceil(groups), groupsDown);
    };
  }
}
