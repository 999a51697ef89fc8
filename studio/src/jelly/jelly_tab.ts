// The jelly tab: a soft body to poke, in real time, with the light that it bends.
import type { EngineClient } from '../engine/client';
import { describe } from '../engine/client';
import type { Parameter } from '../engine/module';
import { messageOf } from '../engine/protocol';
import type { ModelTab, TabHost } from '../tab';
import { Hand } from './hand';
import { JellyControls } from './jelly_controls';
import { debugViews, JellyScene } from './jelly_scene';
import type { DebugView } from './jelly_scene';
import { flavours, kMeshFiles, transports } from './messages';
import type { Flavour, JellySteps, JellyValues, MeshRequest, Ray, Shell, TracedPose, Tracer, TraceOrder, Transport, Triple } from './messages';
import { Orbit } from './orbit';

const among = <T extends string>(all: readonly T[], text: string | undefined, otherwise: T): T =>
  all.find((one) => one === text) ?? otherwise;

class JellyTab implements ModelTab {
  readonly id = 'jelly';
  readonly title = 'Jelly';
  readonly accept = kMeshFiles;
  private host!: TabHost;
  private client!: EngineClient;
  private scene!: JellyScene;
  private orbit!: Orbit;
  private hand!: Hand;
  private controls!: JellyControls;
  private table: Parameter[] = [];
  private flavour: Flavour = 'berry';
  private view: DebugView = 'final';
  private transport: Transport = 'auto';
  private paused = false;
  private shown = false;
  private sentEye: Triple = [0, 0, 0];
  private good: Record<string, number> = {}; // the parameters of the body as it is
  private said = '';
  private tracer: Tracer = 'engine';
  private file: MeshRequest = null; // that the body is made of

  async create(host: TabHost, state: Record<string, string>): Promise<void> {
    this.host = host;
    this.table = await describe('jelly');
    this.client = await host.engine('jelly', {
      onFrame: ({ values, arrays }) => {
        this.scene.frame(values as JellyValues, arrays);
        this.hear(values as JellyValues);
      },
    });
    const shape = host.panel.group('Shape');
    shape.buttons({
      'Open a mesh …': () => void host.pick(kMeshFiles).then(([file]) => file && this.tried(this.reshape(file))),
      'The flower': () => void this.tried(this.reshape(null)),
    });
    shape.note('OBJ, PLY and STL: closed surfaces, made 10 cm long. The command line reads more.');
    this.controls = new JellyControls(host.panel, host.bar, this.table, {
      flavour: (flavour) => this.setLook({ flavour }),
      view: (view) => this.setLook({ view }),
      transport: (transport) => this.setLook({ transport }),
      parameters: (values) => void this.setParameters(values),
      pause: () => this.pause(!this.paused),
      nudge: () => void this.ask('nudge'),
      reset: () => void this.ask('reset'),
      home: () => this.orbit.home(),
    });
    this.good = this.controls.parameters();
    this.orbit = new Orbit(host.stage);
    this.orbit.controls.addEventListener('end', () => host.stateChanged());
    this.scene = this.sceneOf(await this.client.call<Shell>('shell'));
    this.hand = new Hand(host.stage.element, this.orbit.camera, () => this.scene.mesh, {
      grab: (ray: Ray) => this.ask<Triple | null>('grab', ray),
      move: (point: Triple) => this.ask('move', point),
      release: () => this.ask('release'),
    });
    document.addEventListener('visibilitychange', () => this.wake());
    window.addEventListener('keydown', (event) => this.key(event));
    new MutationObserver(() => this.look()).observe(document.documentElement, { attributeFilter: ['data-theme'] });
    Object.assign(window.solgelStudio, { compareCaustics: (order: TraceOrder) => this.compareCaustics(order) });
    await this.apply(state);
  }

  /** For tests: the device's caustics and the engine's, of the same poses. */
  private async compareCaustics(order: TraceOrder): Promise<unknown> {
    const { gpu } = this.scene;
    if (!gpu) throw new Error('there are no compute passes here');
    const [{ compare }, poses] = await Promise.all([import('./caustics/compare'), this.client.call<TracedPose[]>('trace', order)]);
    return compare(gpu, poses, order.cuts);
  }

  show(): void {
    this.shown = true;
    this.orbit.controls.enabled = this.hand.enabled = true;
    this.host.stage.show(this.scene.build);
    this.said = '';
    this.wake();
  }
  hide(): void {
    this.shown = false;
    this.hand.letGo();
    this.orbit.controls.enabled = this.hand.enabled = false;
    this.host.stage.hide(this.scene.build);
    this.client.play(false);
  }
  dispose(): void {
    this.client.dispose();
    this.host.stage.drop(this.scene.build);
  }
  async drop(files: File[]): Promise<void> {
    const [file] = files;
    if (files.length > 1 && file) this.host.toast(`${files.length} files: the first, ${file.name}, is the body`);
    if (file) await this.reshape(file);
  }

  /** Another body, with another surface; a file that holds none leaves everything as it is. */
  private async reshape(file: MeshRequest): Promise<void> {
    this.hand.letGo();
    const shell = await this.client.call<Shell>('mesh', file);
    this.file = file;
    this.host.stage.drop(this.scene.build);
    this.scene = this.sceneOf(shell);
    this.look();
    if (this.shown) this.host.stage.show(this.scene.build);
    this.wake();
  }
  private sceneOf(shell: Shell): JellyScene {
    return new JellyScene(this.host.stage, this.orbit.camera, shell, {
      beforePicture: () => this.beforePicture(),
      tracer: (tracer) => {
        if (tracer === this.tracer) return; // the worker's light need not be made anew
        this.tracer = tracer;
        void this.ask('tracer', tracer);
      },
      traced: (how, side) => this.controls.traced(how, side),
    });
  }
  private async tried(work: Promise<void>): Promise<void> {
    await work.catch((thrown: unknown) => this.host.toast(messageOf(thrown), 'error'));
  }

  state(): Record<string, string> {
    const state: Record<string, string> = {};
    if (this.flavour !== 'berry') state['flavour'] = this.flavour;
    if (this.view !== 'final') state['view'] = this.view;
    if (this.transport !== 'auto') state['caustics'] = this.transport;
    const camera = this.orbit.text();
    if (camera) state['camera'] = camera;
    return { ...state, ...this.controls.changedParameters() };
  }
  async apply(state: Record<string, string>): Promise<void> {
    this.orbit.read(state['camera']);
    this.setLook({
      flavour: among(flavours, state['flavour'], 'berry'),
      view: among(Object.keys(debugViews) as DebugView[], state['view'], 'final'),
      transport: among(transports, state['caustics'], 'auto'),
    });
    const wanted = this.controls.readParameters(state, this.table);
    if (JSON.stringify(wanted) !== JSON.stringify(this.good)) await this.setParameters(wanted);
  }

  async revive(): Promise<void> {
    await this.client.call('parameters', this.good);
    if (this.file) await this.reshape(this.file);
    void this.ask('flavour', flavours.indexOf(this.flavour));
    void this.ask('transport', this.transport);
    void this.ask('tracer', this.tracer);
    this.sentEye = [0, 0, 0]; // goes out with the next picture
    this.host.stage.invalidate();
  }

  async runExactly(n: number): Promise<JellySteps> {
    this.client.play(false);
    const done = (await this.client.runExactly(n)) as JellySteps;
    this.paused = true;
    this.wake(); // light only: the body is paused
    return done;
  }
  stateHash(): Promise<string> {
    return this.client.call<string>('hash');
  }

  /** A call whose failure the reader sees; the worker goes on afterwards. */
  private async ask<T>(name: string, args: unknown = null): Promise<T | null> {
    const answer = this.client.call<T>(name, args).catch((thrown: unknown) => {
      this.host.toast(messageOf(thrown), 'error');
      return null;
    });
    this.wake();
    return answer;
  }
  /** Lets the worker go on; it stops by itself when body and light rest. */
  private wake(): void {
    if (this.client) this.client.play(this.shown && !document.hidden);
  }

  private setLook(next: { flavour?: Flavour; view?: DebugView; transport?: Transport }): void {
    const { flavour = this.flavour, view = this.view, transport = this.transport } = next;
    if (flavour !== this.flavour) void this.ask('flavour', flavours.indexOf(flavour));
    if (transport !== this.transport) void this.ask('transport', transport);
    [this.flavour, this.view, this.transport] = [flavour, view, transport];
    this.controls.show(flavour, view, transport);
    this.look();
    this.host.stateChanged();
  }
  private look(): void {
    this.scene.look(this.flavour, this.view, document.documentElement.dataset['theme'] === 'dark');
  }

  private async setParameters(values: Record<string, number>): Promise<void> {
    this.hand.letGo();
    try {
      const warnings = await this.client.call<{ message: string }[]>('parameters', values);
      this.good = values;
      this.controls.warn(warnings.map(({ message }) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`));
    } catch (thrown) {
      this.controls.setParameters(this.good);
      this.host.toast(messageOf(thrown), 'error');
    }
    this.wake();
    this.host.stateChanged();
  }

  private pause(on: boolean): void {
    this.paused = on;
    void this.ask('pause', on);
  }

  private hear(values: JellyValues): void {
    if (values.paused !== this.paused) this.paused = values.paused;
    this.controls.measured(values);
    const how = values.grabbed ? 'held' : values.paused ? 'paused' : values.asleep ? 'at rest' : 'moving';
    const text = `${how}; caustics: ${this.tracer === 'device' ? 'on the GPU' : 'C++ on the CPU'}`;
    if (text !== this.said) this.host.status(text.charAt(0).toUpperCase() + text.slice(1));
    this.said = text;
  }

  private beforePicture(): boolean {
    const { eye } = this.orbit;
    if (Math.hypot(...eye.map((v, k) => v - (this.sentEye[k] ?? 0))) > 2e-4) {
      this.sentEye = eye;
      void this.ask('camera', eye);
    }
    return this.orbit.fit();
  }

  private key(event: KeyboardEvent): void {
    const on = event.target as HTMLElement | null;
    if (!this.shown || event.ctrlKey || event.metaKey || event.altKey || on?.closest('input, select, textarea')) return;
    const flavour = flavours[Number(event.key) - 1];
    if (flavour) this.setLook({ flavour });
    else if (event.key === 'n' || event.key === 'N') void this.ask('nudge');
    else if (event.key === 'r' || event.key === 'R') void this.ask('reset');
    else if (event.key === ' ' && !on?.closest('button, summary, [role="tab"]')) this.pause(!this.paused);
    else if (on?.closest('#stage') && this.orbit.key(event.key)) this.host.stateChanged();
    else return;
    event.preventDefault();
  }
}

export const tab: ModelTab = new JellyTab();
