// The page's side of a simulation that runs in a worker.
//
// The module is fetched and compiled once and handed to every worker. A frame is lent to `onFrame` for the time of the
// call: copy out of its arrays (into a texture, a vertex buffer); they go back to the worker when it returns.
import { Engine } from './module';
import type { Parameter } from './module';
import type { Frame, FromWorker, ModelName, StepsAndHash, ToWorker } from './protocol';

let compiled: Promise<WebAssembly.Module> | null = null;

/** The compiled engine; a host that serves .wasm with a wrong type is tolerated. */
export function engineModule(): Promise<WebAssembly.Module> {
  compiled ??= (async () => {
    const answer = await fetch(new URL('solgel.wasm', document.baseURI));
    if (!answer.ok) throw new Error(`solgel.wasm: the server says ${answer.status}; upload the whole folder`);
    return WebAssembly.compile(await answer.arrayBuffer());
  })();
  compiled.catch(() => (compiled = null));
  return compiled;
}

let tables: Promise<Engine> | null = null;

/** A parameter table, read on the page's own small instance. */
export async function describe(model: string): Promise<Parameter[]> {
  tables ??= engineModule().then((module) => Engine.start(module));
  return (await tables).describe(model);
}

export interface ClientEvents {
  onFrame(frame: Frame): void;
  onPlaying(on: boolean): void;
  onProgress(done: number | null, label: string): void;
  onSay(text: string, tone: 'note' | 'error'): void;
  /** The engine trapped: nothing is left of the simulation. revive() starts another one in its place. */
  onBroken(message: string): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class EngineClient {
  private worker: Worker | null = null;
  private gone = ''; // why there is no worker
  private broken = false;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 1;

  private constructor(
    private readonly model: ModelName,
    private readonly events: ClientEvents,
  ) {}

  static async start(model: ModelName, events: ClientEvents): Promise<EngineClient> {
    const client = new EngineClient(model, events);
    await client.revive();
    return client;
  }

  /** A worker with a fresh engine, without anything that the one before it was told. */
  async revive(): Promise<void> {
    this.broken = false;
    const module = await engineModule();
    this.worker?.terminate();
    const worker = new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    worker.onerror = (event) => this.broke(event.message || 'the worker could not be started');
    this.worker = worker;
    await new Promise((resolve, reject) => {
      this.waiting.set(0, { resolve, reject });
      this.post({ kind: 'init', model: this.model, module });
    });
  }

  /** Asks the model's worker code; rejects with the engine's own message. */
  call<T>(name: string, args: unknown = null, transfer: Transferable[] = []): Promise<T> {
    this.remind();
    if (!this.worker) return Promise.reject(new Error(this.gone));
    const id = this.nextId++;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.post({ kind: 'call', id, name, args }, transfer);
    });
  }

  play(on: boolean): void {
    if (on) this.remind();
    this.post({ kind: 'play', on });
  }
  /** Asks a long call to end early. */
  stop(): void {
    this.post({ kind: 'stop' });
  }
  /** For tests: exactly n steps, without playing. */
  runExactly(n: number): Promise<StepsAndHash> {
    return this.call<StepsAndHash>('runExactly', n);
  }
  dispose(): void {
    this.end('the simulation was closed');
  }

  private post(message: ToWorker, transfer: Transferable[] = []): void {
    this.worker?.postMessage(message, transfer);
  }

  private hear(message: FromWorker): void {
    switch (message.kind) {
      case 'result':
        this.waiting.get(message.id)?.resolve(message.value);
        this.waiting.delete(message.id);
        break;
      case 'error':
        this.waiting.get(message.id)?.reject(new Error(message.message));
        this.waiting.delete(message.id);
        break;
      case 'frame':
        try {
          this.events.onFrame(message.frame);
        } finally {
          const arrays = Object.values(message.frame.arrays);
          const buffers = [...new Set(arrays.map((array) => array.buffer as ArrayBuffer))];
          this.post({ kind: 'give', buffers }, buffers);
        }
        break;
      case 'playing':
        this.events.onPlaying(message.on);
        break;
      case 'progress':
        this.events.onProgress(message.done, message.label);
        break;
      case 'say':
        this.events.onSay(message.text, message.tone);
        break;
      case 'broken':
        this.broke(message.message);
        break;
    }
  }

  /** The reader may have closed the message. */
  private remind(): void {
    if (this.broken) this.events.onBroken(this.gone);
  }

  private broke(message: string): void {
    const begun = !this.waiting.has(0); // a start that fails is told by its own rejection
    this.end(message);
    if (!begun) return;
    this.broken = true;
    this.events.onProgress(null, '');
    this.events.onPlaying(false);
    this.events.onBroken(message);
  }

  private end(message: string): void {
    this.worker?.terminate();
    this.worker = null;
    this.gone = message;
    for (const { reject } of this.waiting.values()) reject(new Error(message));
    this.waiting.clear();
  }
}
