// The engine, solgel.wasm, behind a thin wrapper.
//
// The module imports nothing and exports memory, _initialize and the C API of include/solgel/solgel.h. What a caller
// needs beside the functions is here: text and arrays across the border. Memory may grow in any call that allocates,
// which detaches every view of it: views are made anew when the buffer has changed, and none may be kept across calls.

export type Pointer = number;
type Exported = (...args: number[]) => number;

/** Status codes of the C API. */
export const Status = { ok: 0, done: 1, badInput: 2, notReady: 3, trouble: 4 } as const;

/** One row of a parameter table (solgel_describe). */
export interface Parameter {
  name: string;
  unit: string;
  low: number;
  high: number;
  default: number;
  whole: boolean;
  text: string;
}

export class Engine {
  private readonly functions: Record<string, Exported>;
  private readonly memory: WebAssembly.Memory;
  private buffer: ArrayBuffer;
  private bytes: Uint8Array;

  private constructor(instance: WebAssembly.Instance) {
    this.functions = instance.exports as Record<string, Exported>;
    this.memory = instance.exports['memory'] as WebAssembly.Memory;
    this.buffer = this.memory.buffer;
    this.bytes = new Uint8Array(this.buffer);
    this.call('_initialize');
  }

  /** A fresh instance: its own memory, its own handles. */
  static async start(module: WebAssembly.Module): Promise<Engine> {
    return new Engine(await WebAssembly.instantiate(module, {}));
  }

  /** Calls an export by name. Exports that return 64-bit integers are not for this: use their *_text twins. */
  call(name: string, ...args: number[]): number {
    const f = this.functions[name];
    if (!f) throw new Error(`the engine has no function ${name}: is solgel.wasm older than the page?`);
    return f(...args);
  }

  /** All of memory, valid until the next call that may allocate. */
  u8(): Uint8Array {
    if (this.memory.buffer !== this.buffer) {
      this.buffer = this.memory.buffer;
      this.bytes = new Uint8Array(this.buffer);
    }
    return this.bytes;
  }
  f32(at: Pointer, count: number): Float32Array {
    return new Float32Array(this.memory.buffer, at, count);
  }
  f64(at: Pointer, count: number): Float64Array {
    return new Float64Array(this.memory.buffer, at, count);
  }
  i32(at: Pointer, count: number): Int32Array {
    return new Int32Array(this.memory.buffer, at, count);
  }
  u32(at: Pointer, count: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, at, count);
  }
  view8(at: Pointer, count: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, count);
  }

  alloc(bytes: number): Pointer {
    const at = this.call('solgel_alloc', Math.max(bytes, 1));
    if (at === 0) throw new Error(`no memory left in the page for ${Math.ceil(bytes / 1e6)} MB; use a smaller input`);
    return at;
  }
  free(at: Pointer): void {
    this.call('solgel_free', at);
  }

  /** A nul-terminated text of the engine. */
  text(at: Pointer): string {
    if (at === 0) return '';
    const memory = this.u8();
    return new TextDecoder().decode(memory.slice(at, memory.indexOf(0, at)));
  }

  /** Copies bytes in, with a nul behind them; the caller frees. */
  put(data: Uint8Array): Pointer {
    const at = this.alloc(data.length + 1);
    const memory = this.u8();
    memory.set(data, at);
    memory[at + data.length] = 0;
    return at;
  }

  /** Runs `use` with numbers or bytes copied into the engine's memory, and frees them. */
  with<T>(data: Uint8Array | Uint32Array | Float32Array | Float64Array | string, use: (at: Pointer) => T): T {
    const raw =
      typeof data === 'string'
        ? new TextEncoder().encode(data)
        : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const at = this.put(raw);
    try {
      return use(at);
    } finally {
      this.free(at);
    }
  }

  /** Runs `use` with `bytes` of scratch memory, and frees it. */
  scratch<T>(bytes: number, use: (at: Pointer) => T): T {
    const at = this.alloc(bytes);
    try {
      return use(at);
    } finally {
      this.free(at);
    }
  }

  /** The parameter table of "sand", "terrain", "land", "jelly" or "jelly-optics". */
  describe(model: string): Parameter[] {
    return JSON.parse(this.text(this.with(model, (at) => this.call('solgel_describe', at)))) as Parameter[];
  }

  version(): string {
    return this.text(this.call('solgel_version'));
  }
}
