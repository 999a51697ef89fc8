// What page and worker say to each other, and what a model's worker code looks like.
//
// The page sends requests with an id and gets a result or an error of the same id. While a model plays, the worker
// streams frames. A frame's arrays are transferred, not copied; the page gives them back after use, so that two sets
// go back and forth: a page that is slow gets fewer frames and the simulation does not wait for it.
import type { Engine } from './module';

export type ModelName = 'sand' | 'terrain' | 'jelly';

export type FrameArray = Float32Array | Float64Array | Uint32Array | Uint8Array;

/** What is to be shown: a few values and a few arrays. */
export interface Frame {
  values: Record<string, number | string | boolean>;
  arrays: Record<string, FrameArray>;
}

/** Arrays that come back from the page are used again: never more than two sets of them exist. */
export interface ArrayPool {
  f32(count: number): Float32Array;
  u32(count: number): Uint32Array;
  u8(count: number): Uint8Array;
}

/** What a model may ask of its worker while it works. */
export interface WorkerLink {
  readonly engine: Engine;
  /** Shows how far a long call is (0 to 1; NaN where nobody knows), or with null that it is over. */
  progress(done: number | null, label?: string): void;
  /** Lets messages (pause, grab) through; await it between slices of a long call. */
  breathe(): Promise<void>;
  /** True once the page has asked to stop the long call that is running. */
  stopped(): boolean;
  /** Sends a frame as soon as one can be sent, even while nothing plays. */
  changed(): void;
  /** A message for the reader that is nobody's answer: trouble in a step, a finished run. */
  say(text: string, kind?: 'note' | 'error'): void;
}

/** A result whose buffers are moved, not copied. */
export class Moved<T> {
  constructor(
    readonly value: T,
    readonly transfer: ArrayBuffer[],
  ) {}
}

/** Worker code of one model: src/sand/sand_worker.ts and its siblings export `create`. */
export interface ModelWorker {
  /** A request of the page by name. Throw an Error whose message is the engine's own to refuse. */
  call(name: string, args: unknown): unknown;
  /** Goes on for about `slice` seconds of computing; `dt` is the real time since the last tick, in seconds.
   * Returns false when there is nothing left to do until the next call. */
  tick(dt: number, slice: number): boolean;
  /** What is to be shown now; null when nothing has changed since the last frame. */
  frame(pool: ArrayPool): Frame | null;
  /** Exactly n steps (or fewer when the run ends), for tests, and what the hash is then. */
  runExactly(n: number): StepsAndHash;
}
export interface StepsAndHash {
  steps: number;
  hash: string;
}
export type CreateModel = (link: WorkerLink) => ModelWorker;

export type ToWorker =
  | { kind: 'init'; model: ModelName; module: WebAssembly.Module }
  | { kind: 'call'; id: number; name: string; args: unknown }
  | { kind: 'play'; on: boolean }
  | { kind: 'stop' }
  | { kind: 'give'; buffers: ArrayBuffer[] };

export type FromWorker =
  | { kind: 'result'; id: number; value: unknown }
  | { kind: 'error'; id: number; message: string }
  | { kind: 'frame'; frame: Frame }
  | { kind: 'playing'; on: boolean }
  | { kind: 'broken'; message: string }
  | { kind: 'progress'; done: number | null; label: string }
  | { kind: 'say'; text: string; tone: 'note' | 'error' };

/** A trap leaves the engine's memory as it was at that moment, halfway through something: nothing of it can be used again.
 * An allocation that fails inside the engine ends in one, too; a stack that overflows is a RangeError. */
export function isTrap(thrown: unknown): boolean {
  return thrown instanceof WebAssembly.RuntimeError || (thrown instanceof RangeError && /call stack/.test(thrown.message));
}

/** The message of anything thrown. */
export function messageOf(thrown: unknown): string {
  if (isTrap(thrown)) return `the engine stopped: ${(thrown as Error).message}`;
  return thrown instanceof Error ? thrown.message : String(thrown);
}
