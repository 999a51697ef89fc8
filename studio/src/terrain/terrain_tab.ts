// The terrain tab: what the settings say goes to the worker, what the worker says goes to view, bar and panel.
import { MOUSE } from 'three/webgpu';
import { describe } from '../engine/client';
import type { EngineClient } from '../engine/client';
import { messageOf } from '../engine/protocol';
import type { Frame } from '../engine/protocol';
import type { Parameter } from '../engine/module';
import type { BuildView, Stage } from '../stage';
import type { ModelTab, TabHost } from '../tab';
import { big, clock, tellAccount } from './account';
import { kAccept, kKinds, kMasks } from './messages';
import type { Begun, LoadRequest, MaskName, Report, Saved, SavedFile, TerrainValues } from './messages';
import { eyeOf, frame, setEye } from './framing';
import { baseLevel, read, specOf, usual, write } from './settings';
import { TerrainBar } from './terrain_bar';
import { TerrainPanel } from './terrain_panel';
import { TerrainView } from './terrain_view';
import type { Remembered } from './terrain_view';
import { kSide, makeUniforms, setLook, setRoom, splitOf } from './uniforms';


let host: TabHost;
let engine: EngineClient;
let table: Parameter[] = [];
let settings = usual();
let panel: TerrainPanel;
let bar: TerrainBar;
let aim: ReturnType<Stage['camera']>;
let begun: Begun | null = null;
let land: Remembered | null = null;
let view: TerrainView | null = null;
let last: TerrainValues | null = null;
let range = { low: 0, high: 1 };
let visible = false;
let playing = false;
let wasPlaying = false;
let reportAt = 0;
let busy: Promise<unknown> = Promise.resolve();
let map: File | null = null; // the last one that could be read, for a new engine
const masks = new Map<MaskName, File>(); // and those that lie on the land
const uniforms = makeUniforms();

const build: BuildView = (stage) => {
  if (!land) throw new Error('terrain: there is no land to show');
  view = new TerrainView(stage, aim.camera, uniforms, land);
  return view;
};

function sea(): number | null {
  const base = baseLevel(settings);
  if (base === undefined || !begun) return null;
  return base > begun.low && base < begun.high ? base : null;
}

function look(relight = true): void {
  if (!begun) return;
  setLook(uniforms, settings.look, { begun, sea: sea(), ...range }, settings.paint);
  uniforms.split.value = splitOf(settings.state, settings.split, begun.shownX);
  bar.settings(settings.wholeRun, settings.state, settings.split);
  if (relight) view?.relight();
  host.stage.invalidate();
  host.stateChanged();
}

function camera(above: boolean): void {
  if (!begun) return;
  settings.eye = '';
  frame(aim, host.stage, uniforms, above);
  if (above) settings.eye = eyeOf(aim);
  host.stage.invalidate();
  host.stateChanged();
}

/** Begins anew with the settings as they are; a refusal leaves what runs untouched. */
async function load(file: LoadRequest['file'], play: boolean): Promise<void> {
  const request: LoadRequest = { spec: specOf(settings), file };
  host.status(file ? `Reading ${file.name} …` : 'Making the land …');
  let next: Begun;
  try {
    next = await engine.call<Begun>('load', request);
  } catch (thrown) {
    describeRun();
    throw thrown;
  }
  if (file) map = file;
  takeOver(next, play);
}

/** Shows a land that has begun. */
function takeOver(next: Begun, play: boolean): void {
  const aspect = begun ? begun.shownX / begun.shownY : 0;
  begun = next;
  [settings.nx, settings.ny] = [next.nx, next.ny];
  range = { low: next.low, high: next.high };
  const overlay = new Uint8Array(4 * next.before.length);
  for (let k = 0; k < overlay.length; k += 4) overlay.set([0, 100, 128, 1], k);
  land = { nx: next.shownX, ny: next.shownY, before: next.before, after: next.before.slice(), overlay };
  last = null;
  host.stage.drop(build);
  view = null;
  look(false);
  if (aspect > 0 && Math.abs(aspect - next.shownX / next.shownY) > 0.01) camera(false);
  if (visible) host.stage.show(build);
  panel.show();
  panel.tellLand(next);
  void account();
  if (visible) setPlaying(play);
  else wasPlaying = play;
  host.stateChanged();
}

function setPlaying(on: boolean): void {
  engine.play(on);
  playing = wasPlaying = on;
  bar.show(on);
  describeRun();
}

/** One load or mask after the other. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const run = busy.then(work);
  busy = run.catch(() => {});
  return run;
}
function again(file: LoadRequest['file'] = null, play = wasPlaying || (last?.ended ?? 0) > 0): Promise<void> {
  return inTurn(() => load(file, play));
}
const said = (work: Promise<unknown>): void => void work.catch((thrown: unknown) => host.toast(messageOf(thrown), 'error'));

function onFrame({ values, arrays }: Frame): void {
  const now = values as TerrainValues;
  if (!land || now.run !== begun?.run) return;
  last = now;
  const { heights, overlay } = arrays;
  range = { low: Number(values['low']), high: Number(values['high']) };
  if (heights instanceof Float32Array) {
    land.after.set(heights);
    view?.setHeights(land.after);
  }
  if (overlay instanceof Uint8Array) {
    land.overlay.set(overlay);
    view?.setOverlay(land.overlay);
  }
  describeRun();
  if (now.done || performance.now() > reportAt) void account();
  if (visible) host.stage.invalidate();
}

function describeRun(): void {
  if (!begun) return;
  const { ended = 0, droplets = begun.droplets, seconds = 0, done = false } = last ?? {};
  const share = droplets > 0 ? ended / droplets : 1;
  const pace = settings.wholeRun > 0 ? Math.max(settings.wholeRun, share > 0 ? seconds / share : 0) : share > 0.005 ? seconds / share : 0;
  const left = playing && pace > 0 ? `, ${clock(pace * (1 - share))} left` : '';
  bar.progress(done ? 1 : share, done ? 'Done' : `${Math.floor(100 * share)} %${left}`);
  const name = settings.kind === 'file' ? begun.name : kKinds[settings.kind];
  host.status(`${name}: ${begun.nx} × ${begun.ny} cells, ${big(ended)} of ${big(droplets)} droplets`);
}

async function account(): Promise<void> {
  reportAt = performance.now() + 1500;
  const report = await engine.call<Report>('report').catch(() => null);
  if (!report || !begun) return;
  tellAccount(panel.tell, begun, report, last);
}

async function save(what: Saved | 'picture'): Promise<void> {
  if (what === 'picture') {
    view?.settle();
    host.save('terrain-picture.png', await host.stage.picture());
    return;
  }
  const file = await engine.call<SavedFile>('save', what);
  host.save(file.name, new Blob([file.bytes], { type: file.type }));
}

/** Lays a mask on the land, or takes it away; the rain begins anew. */
function cover(name: MaskName, file: File | null): Promise<void> {
  return inTurn(async () => {
    takeOver(await engine.call<Begun>('mask', { name, file }), wasPlaying);
    if (file) masks.set(name, file);
    else masks.delete(name);
  });
}

/** hardness.png is a mask of that name, not a height map. */
const maskNamed = ({ name }: File): MaskName | undefined =>
  (Object.keys(kMasks) as MaskName[]).find((one) => name.toLowerCase().includes(one));

async function rainOn(file: File): Promise<void> {
  const kept = settings;
  settings = { ...settings, kind: 'file', parameters: { ...settings.parameters } };
  if (kept.kind !== 'file') delete settings.parameters['base_level'];
  try {
    await again(file, true); // a new map is there to be rained on
  } catch (thrown) {
    settings = kept;
    panel.show();
    throw thrown;
  }
}

function play(on: boolean): void {
  if (on && last?.done) said(engine.call('restart').then(() => setPlaying(true)));
  else setPlaying(on);
}

async function apply(state: Record<string, string>): Promise<void> {
  const before = JSON.stringify(specOf(settings));
  settings = read(state, table, settings);
  panel.show();
  if (JSON.stringify(specOf(settings)) !== before) await again();
  look();
  if (!settings.eye || !setEye(aim, settings.eye)) camera(false);
  await engine.call('speed', settings.wholeRun);
}

export const tab: ModelTab = {
  id: 'terrain',
  title: 'Terrain',
  accept: kAccept,

  async create(made, state) {
    host = made;
    const [terrain, shape] = await Promise.all([describe('terrain'), describe('land')]);
    table = [...terrain, ...shape];
    settings = read(state, table, settings);
    engine = await host.engine('terrain', {
      onFrame,
      onPlaying: (on) => {
        playing = wasPlaying = on;
        bar.show(on);
        describeRun();
      },
    });
    aim = host.stage.camera(26);
    const { controls } = aim;
    controls.maxPolarAngle = (88 * Math.PI) / 180;
    controls.minDistance = 0.15 * kSide;
    controls.maxDistance = 12 * kSide;
    controls.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
    const room = (): void => {
      setRoom(uniforms, document.documentElement.dataset['theme'] === 'dark');
      host.stage.invalidate();
    };
    new MutationObserver(room).observe(document.documentElement, { attributeFilter: ['data-theme'] });
    room();
    bar = new TerrainBar(host.bar, {
      play,
      restart: () => said(again()),
      speed: (seconds) => {
        settings.wholeRun = seconds;
        host.stateChanged();
        said(engine.call('speed', seconds));
      },
      state: (next) => {
        settings.state = next;
        look();
      },
      split: (share) => {
        settings.split = share;
        look();
      },
    });
    panel = new TerrainPanel(host.panel, () => settings, terrain, shape, {
      land: () => said(again()),
      look: (relight) => look(relight),
      paint: () => look(false),
      open: () => said(host.pick(kAccept).then((files) => (files.length > 0 ? tab.drop(files) : undefined))),
      camera,
      save: (what) => said(save(what)),
      mask: (name) => said(host.pick(kAccept).then(([file]) => file && cover(name, file))),
      unmask: (name) => said(cover(name, null)),
    });
    await engine.call('speed', settings.wholeRun);
    wasPlaying = settings.playing;
    await load(null, settings.playing);
    controls.addEventListener('end', () => {
      settings.eye = eyeOf(aim);
      host.stateChanged();
    });
    if (!setEye(aim, settings.eye)) camera(false);
  },

  show() {
    visible = true;
    aim.controls.enabled = true;
    if (land) host.stage.show(build);
    setPlaying(wasPlaying);
    // The page measures its bars only now; a block that nobody has turned yet is framed again.
    requestAnimationFrame(() => !settings.eye && camera(false));
  },
  hide() {
    visible = false;
    aim.controls.enabled = false;
    host.stage.hide(build);
    if (!playing) return;
    engine.play(false);
    playing = false;
    wasPlaying = true;
  },
  dispose() {
    host.stage.drop(build);
    engine.dispose();
  },

  async drop(files) {
    const maps = files.filter((one) => !maskNamed(one));
    const file = maps[0];
    if (maps.length > 1 && file) host.toast(`${maps.length} maps: the first, ${file.name}, is the height map`);
    if (file) await rainOn(file);
    for (const one of files) {
      const name = maskNamed(one);
      if (name) await cover(name, one);
    }
  },
  state: () => write(settings),
  apply,
  async revive() {
    await engine.call('speed', settings.wholeRun);
    const lost = Object.keys(begun?.masks ?? {});
    await again(settings.kind === 'file' ? map : null, true);
    for (const [name, file] of masks) if (lost.includes(name)) await cover(name, file);
  },
  async runExactly(n) {
    play(false);
    await busy;
    return engine.runExactly(n);
  },
  stateHash: () => engine.call<string>('hash'),
};
