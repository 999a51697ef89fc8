// One simulation in its own thread: an engine instance, the worker code of one model, and the loop that plays it.
//
// The loop runs in slices and yields between them, so that a pause or a hand's movement is heard within a slice.
// Calls are answered in the order in which they come; a long one yields by itself (link.breathe).
import { Engine } from './module';
import { isTrap, messageOf, Moved } from './protocol';
import type { ArrayPool, CreateModel, FromWorker, ModelName, ModelWorker, ToWorker, WorkerLink } from './protocol';

const kSlice = 0.012; // seconds of computing between two looks at the messages
const kFrame = 1 / 60; // frames are not sent more often than this, seconds
const kSets = 2; // frames that are on their way or in use at the page

interface Scope {
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}
const scope = self as unknown as Scope;

const models: Record<ModelName, () => Promise<{ create: CreateModel }>> = {
  sand: () => import('../sand/sand_worker'),
  terrain: () => import('../terrain/terrain_worker'),
  jelly: () => import('../jelly/jelly_worker'),
};

let model: ModelWorker | null = null;
let engine: Engine | null = null;
let playing = false;
let looping = false;
let stopAsked = false;
let changed = false;
let inFlight = 0;
let lastFrame = 0;
let frameTimer = 0;
let tail: Promise<void> = Promise.resolve();
const spare: ArrayBuffer[] = [];

const seconds = (): number => performance.now() / 1000;

// A message to ourselves comes after those that wait already, and without the delay of nested timers.
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();
const breathe = (): Promise<void> =>
  new Promise((go) => {
    waiting.push(go);
    channel.port2.postMessage(0);
  });

function take(bytes: number): ArrayBuffer {
  const at = spare.findIndex((buffer) => buffer.byteLength === bytes);
  const found = at < 0 ? undefined : spare.splice(at, 1)[0];
  return found ?? new ArrayBuffer(bytes);
}
const pool: ArrayPool = {
  f32: (count) => new Float32Array(take(4 * count)),
  u32: (count) => new Uint32Array(take(4 * count)),
  u8: (count) => new Uint8Array(take(count)),
};

/** After a trap the page is told once, and has this worker replaced. */
function broke(thrown: unknown): boolean {
  if (!isTrap(thrown)) return false;
  playing = false;
  model = engine = null;
  scope.postMessage({ kind: 'broken', message: messageOf(thrown) });
  return true;
}

function sendFrame(): void {
  if (!model || inFlight >= kSets) return;
  const wait = lastFrame + kFrame - seconds();
  if (wait > 0) {
    if (!frameTimer) {
      frameTimer = self.setTimeout(() => {
        frameTimer = 0;
        sendFrame();
      }, 1000 * wait);
    }
    return;
  }
  changed = false;
  let frame;
  try {
    frame = model.frame(pool);
  } catch (thrown) {
    if (!broke(thrown)) throw thrown;
  }
  if (!frame) return;
  lastFrame = seconds();
  ++inFlight;
  const buffers = new Set(Object.values(frame.arrays).map((array) => array.buffer as ArrayBuffer));
  scope.postMessage({ kind: 'frame', frame }, [...buffers]);
}

async function loop(): Promise<void> {
  if (looping) return;
  looping = true;
  let last = seconds();
  try {
    while (playing && model) {
      const now = seconds();
      const more = model.tick(now - last, kSlice);
      last = now;
      sendFrame();
      if (!more) {
        playing = false;
        scope.postMessage({ kind: 'playing', on: false });
      }
      // What has nothing to do until the next frame is due (a body in real time) need not spin.
      const rest = kSlice / 2 - (seconds() - now);
      if (rest > 0) await new Promise((go) => setTimeout(go, 1000 * rest));
      else await breathe();
    }
  } catch (thrown) {
    playing = false;
    scope.postMessage({ kind: 'playing', on: false });
    if (!broke(thrown)) scope.postMessage({ kind: 'say', text: messageOf(thrown), tone: 'error' });
  }
  looping = false;
  changed = true;
  sendFrame();
}

async function answer(id: number, name: string, args: unknown): Promise<void> {
  try {
    if (!model) throw new Error('the model has not been loaded');
    stopAsked = false;
    if (name === 'trap') trap();
    const made = await (name === 'runExactly' ? model.runExactly(Number(args)) : model.call(name, args));
    const [value, transfer] = made instanceof Moved ? [made.value as unknown, made.transfer] : [made, []];
    scope.postMessage({ kind: 'result', id, value }, transfer);
    changed = true;
    sendFrame();
  } catch (thrown) {
    scope.postMessage({ kind: 'error', id, message: messageOf(thrown) });
    broke(thrown);
  }
}

/** For tests: the engine reads a text beyond its memory, which is a trap like any other. */
function trap(): void {
  engine?.call('solgel_describe', -16);
}

async function begin(name: ModelName, module: WebAssembly.Module): Promise<void> {
  const started = await Engine.start(module);
  engine = started;
  const link: WorkerLink = {
    engine: started,
    progress: (done, label = '') => scope.postMessage({ kind: 'progress', done, label }),
    breathe,
    stopped: () => stopAsked,
    changed: () => {
      changed = true;
      sendFrame();
    },
    say: (text, tone = 'note') => scope.postMessage({ kind: 'say', text, tone }),
  };
  model = (await models[name]()).create(link);
}

scope.onmessage = ({ data }) => {
  switch (data.kind) {
    case 'init':
      tail = begin(data.model, data.module).then(
        () => scope.postMessage({ kind: 'result', id: 0, value: null }),
        (thrown: unknown) => scope.postMessage({ kind: 'error', id: 0, message: messageOf(thrown) }),
      );
      break;
    case 'call':
      tail = tail.then(() => answer(data.id, data.name, data.args));
      break;
    case 'play':
      playing = data.on;
      if (playing) tail = tail.then(() => void loop());
      break;
    case 'stop':
      stopAsked = true;
      break;
    case 'give':
      --inFlight;
      for (const buffer of data.buffers) if (spare.length < 16) spare.push(buffer);
      if (changed || playing) sendFrame();
      break;
  }
};
