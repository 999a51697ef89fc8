// The page: three tabs over one canvas. A tab's code, worker and panel come with its first visit.
import { EngineClient } from './engine/client';
import type { ModelName, StepsAndHash } from './engine/protocol';
import { readAddress, writeAddress } from './address';
import { messageOf } from './engine/protocol';
import { Panel } from './panel';
import { at, onDrop, pick, progress, save, status, theme, toast } from './shell';
import { Stage } from './stage';
import type { ModelTab, TabHost } from './tab';

const loaders: Record<ModelName, () => Promise<{ tab: ModelTab }>> = {
  sand: () => import('./sand/sand_tab'),
  terrain: () => import('./terrain/terrain_tab'),
  jelly: () => import('./jelly/jelly_tab'),
};
const names = Object.keys(loaders) as ModelName[];

interface Loaded {
  tab: ModelTab;
  engine: EngineClient | null;
  panel: HTMLElement;
  bar: HTMLElement;
}

export interface StudioHook {
  ready: Promise<void>;
  backend: string;
  activeTab: string;
  open(name: ModelName, state?: Record<string, string>): Promise<void>;
  runExactly(n: number): Promise<StepsAndHash>;
  stateHash(): Promise<string>;
  settled(): Promise<void>;
  picture(): Promise<string>;
  loseDevice(): Promise<void>;
  drop(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Has the engine of the tab on show trap. */
  trap(): Promise<void>;
}
declare global {
  interface Window {
    solgelStudio: StudioHook;
  }
}

const loaded = new Map<ModelName, Promise<Loaded>>();
let active: Loaded | null = null;
let stage: Stage;
let addressTimer = 0;
let opening = 0; // tabs and addresses on their way: what is shown is not what the address should say
let wired = false; // the stage is there and the page listens

function stateChanged(): void {
  window.clearTimeout(addressTimer);
  addressTimer = window.setTimeout(() => {
    if (active && opening === 0) writeAddress({ tab: active.tab.id, state: active.tab.state() });
  }, 250);
}

async function load(name: ModelName, state: Record<string, string>): Promise<Loaded> {
  const { tab } = await loaders[name]();
  const panel = document.createElement('div');
  const bar = document.createElement('div');
  panel.className = 'tab-panel';
  bar.className = 'tab-bar';
  panel.hidden = bar.hidden = true;
  at('panel-body').append(panel);
  at('bar').append(bar);
  const here = (): boolean => document.body.dataset['tab'] === name;
  const host: TabHost = {
    stage,
    panel: new Panel(panel),
    bar,
    status: (text) => here() && status(text),
    progress,
    toast,
    engine: async (model, events) => {
      made.engine = await EngineClient.start(model, {
        onPlaying: () => {},
        onProgress: progress,
        onSay: toast,
        onBroken: (message) => toast(message, 'error', { label: 'Start again', press: () => void (reviving = revive(made)) }),
        ...events,
      });
      return made.engine;
    },
    stateChanged: () => here() && stateChanged(),
    pick,
    save,
  };
  const made: Loaded = { tab, panel, bar, engine: null };
  await tab.create(host, state);
  return made;
}

let reviving: Promise<void> = Promise.resolve(); // settles when the last one that was started again has all it had

/** A fresh engine for a tab whose engine trapped; what the tab shows is simulated anew. */
async function revive({ tab, engine }: Loaded): Promise<void> {
  try {
    await engine?.revive();
    await tab.revive();
  } catch (thrown) {
    toast(`${tab.id}: ${messageOf(thrown)}`, 'error');
  }
}

async function open(name: ModelName, state: Record<string, string> = {}): Promise<void> {
  for (const other of names) {
    const button = at(`tab-${other}`);
    button.setAttribute('aria-selected', String(other === name));
    button.tabIndex = other === name ? 0 : -1;
  }
  document.body.dataset['tab'] = name;
  if (active && active.tab.id !== name) {
    active.tab.hide();
    active.panel.hidden = active.bar.hidden = true;
    active = null;
    status('');
    progress(null);
  }
  const known = loaded.has(name);
  if (!known) status('Loading …');
  const coming = loaded.get(name) ?? load(name, state);
  loaded.set(name, coming);
  ++opening;
  try {
    const next = await coming.catch((thrown: unknown) => {
      loaded.delete(name); // the next visit tries again
      throw thrown;
    });
    if (document.body.dataset['tab'] !== name) return;
    active = next;
    next.panel.hidden = next.bar.hidden = false;
    at('panel-title').textContent = next.tab.title;
    at('stage').setAttribute('aria-label', `${next.tab.title}: drag to turn, scroll or pinch to zoom`);
    layout();
    next.tab.show();
    if (known && Object.keys(state).length > 0) await apply(next.tab, state);
  } catch (thrown) {
    toast(`${name}: ${messageOf(thrown)}`, 'error');
    throw thrown;
  } finally {
    --opening;
    stateChanged();
  }
}

let applied: Promise<void> = Promise.resolve();
let lastState: Record<string, string> = {};

/** Addresses are applied one after the other; those that another one has overtaken are left out. */
function apply(tab: ModelTab, state: Record<string, string>): Promise<void> {
  lastState = state;
  const before = applied;
  const done = before.then(async () => {
    if (lastState === state) await tab.apply(state);
  });
  applied = done.catch(() => {});
  return done;
}

async function take(files: File[]): Promise<void> {
  try {
    await active?.tab.drop(files);
  } catch (thrown) {
    toast(messageOf(thrown), 'error');
  }
}

/** Tells the stage what panel and bars cover. */
function layout(): void {
  const narrow = window.matchMedia('(max-width: 720px)').matches;
  const panel = at('panel');
  const shown = document.body.classList.contains('panel-open');
  const top = at('header').offsetHeight;
  const bar = at('footer').offsetHeight + 14;
  const sheet = shown ? panel.offsetHeight : 0;
  stage.setInset(
    narrow
      ? { top, right: 0, bottom: bar + sheet }
      : { top, right: shown ? panel.offsetWidth + 16 : 0, bottom: bar },
  );
  active?.tab.setSize?.(stage.width, stage.height);
}

function openPanel(on: boolean): void {
  document.body.classList.toggle('panel-open', on);
  at('panel-toggle').setAttribute('aria-expanded', String(on));
  at('panel').inert = !on;
  layout();
}

function wire(): void {
  wired = true;
  names.forEach((name, k) => {
    const button = at(`tab-${name}`);
    button.addEventListener('click', () => void open(name));
    button.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const next = step === undefined ? undefined : names[(k + step + names.length) % names.length];
      if (!next) return;
      event.preventDefault();
      at(`tab-${next}`).focus();
      void open(next);
    });
  });
  at('panel-toggle').addEventListener('click', () => openPanel(!document.body.classList.contains('panel-open')));
  at('open-file').addEventListener('click', () => {
    if (active) void pick(active.tab.accept, true).then((files) => (files.length > 0 ? take(files) : undefined));
  });
  onDrop((files) => void take(files));
  window.addEventListener('hashchange', () => {
    const { tab, state } = readAddress();
    if (names.includes(tab as ModelName)) void open(tab as ModelName, state);
  });
  window.addEventListener('resize', layout);
}

async function start(): Promise<void> {
  theme();
  const query = new URLSearchParams(window.location.search);
  stage = await Stage.start(at('stage'), {
    forceWebGL: query.get('gl') === '2',
    antialias: query.get('aa') !== '0',
    trace: query.get('trace') === '1',
    onBackend: (name, lost) => {
      window.solgelStudio.backend = name;
      const badge = at('backend');
      badge.textContent = name;
      badge.title =
        name === 'WebGPU'
          ? 'Drawn with WebGPU'
          : 'This browser offers no WebGPU: drawn with WebGL 2, and light is computed on the processor';
      if (name !== 'WebGPU' && !lost && query.get('gl') !== '2') toast(badge.title);
      if (lost) toast('The graphics device was lost and has been started again; the simulation went on.');
    },
    onSize: () => wired && layout(),
  });
  wire();
  openPanel(window.matchMedia('(min-width: 721px)').matches);
  const { tab, state } = readAddress();
  await open(names.includes(tab as ModelName) ? (tab as ModelName) : 'sand', state);
  if ('serviceWorker' in navigator && window.isSecureContext && query.get('sw') !== '0') {
    navigator.serviceWorker.register('sw.js').catch(() => {}); // without it the page works, on line only
  }
}

function shown(): Loaded {
  if (!active) throw new Error('no tab');
  return active;
}

window.solgelStudio = {
  ready: Promise.resolve(),
  backend: '',
  get activeTab() {
    return active?.tab.id ?? '';
  },
  open: (name, state) => open(name, state),
  runExactly: (n) => reviving.then(() => shown().tab.runExactly(n)),
  stateHash: () => reviving.then(() => shown().tab.stateHash()),
  settled: () => stage.settled(),
  picture: async () => {
    const bytes = new Uint8Array(await (await stage.picture()).arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  },
  loseDevice: () => stage.loseDevice(),
  drop: (name, bytes) => take([new File([bytes], name)]),
  trap: async () => void (await active?.engine?.call('trap').catch(() => {})),
};
window.solgelStudio.ready = start().catch((thrown: unknown) => {
  toast(messageOf(thrown), 'error');
  throw thrown;
});
