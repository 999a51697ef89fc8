// The sand tab: tracks on a table, played, paused, scrubbed; light, parameters and what the report says.
import { Vector3 } from 'three/webgpu';
import type { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { describe } from '../engine/client';
import type { EngineClient } from '../engine/client';
import { messageOf } from '../engine/protocol';
import type { Frame } from '../engine/protocol';
import type { ModelTab, TabHost } from '../tab';
import { clock, SandBar } from './sand_bar';
import type { Loaded, LoadRequest, SandValues, Table, Track } from './messages';
import { SandPanel } from './sand_panel';
import { SandScene } from './sand_scene';
import { bundled, fetchTrack } from './tracks';

const kFirst = 'flower';
const kReport = 1500; // between two reports while it plays, ms

class Sand implements ModelTab {
  readonly id = 'sand';
  readonly title = 'Sand';
  readonly accept = '.gcode,.gco,.g,.nc,.ngc,.tap,.thr,.svg,.txt';
  private host!: TabHost;
  private engine!: EngineClient;
  private scene!: SandScene;
  private controls!: OrbitControls;
  private panel!: SandPanel;
  private bar!: SandBar;
  private track = ''; // name of the bundled one, or empty
  private loaded: Loaded | null = null;
  private drawn: LoadRequest[] = []; // since the last fresh sand, for a new engine
  private now: SandValues | null = null;
  private visible = false;
  private resume = false; // it played when the tab was left
  private dirty = true; // never fitted to the canvas since the table changed
  private seeking = false;
  private wanted: number | null = null;
  private tilt = 48;
  private reported = 0;
  private readonly home = new Vector3(); // where fit() put the camera

  async create(host: TabHost, state: Record<string, string>): Promise<void> {
    this.host = host;
    this.engine = await host.engine('sand', {
      onFrame: (frame) => this.frame(frame),
      onPlaying: (on) => this.stopped(on),
    });
    const { camera, controls } = host.stage.camera(28);
    this.controls = controls;
    controls.maxPolarAngle = 1.5;
    controls.screenSpacePanning = false;
    controls.enabled = false;
    controls.addEventListener('end', () => host.stateChanged());
    const grain = await this.engine.call<Uint8Array<ArrayBuffer>>('grain');
    this.scene = new SandScene(host.stage, camera, controls, grain);
    this.bar = new SandBar(host.bar, {
      play: (on) => this.play(on),
      restart: () => void this.seek(0),
      seek: (part) => void this.seek(part * (this.now?.duration ?? 0)),
      speed: (speed) => void this.setSpeed(speed),
      view: () => this.turn(this.tilt > 5 ? 0 : 48),
    });
    const tables = await this.engine.call<Table[]>('tables');
    this.panel = new SandPanel(host, await describe('sand'), tables, {
      track: (name) => void this.tried(this.choose(name)),
      files: () => void host.pick(this.accept, true).then((files) => this.tried(this.drop(files))),
      again: () => void this.tried(this.load(null)),
      look: (look) => {
        this.scene.look(look);
        host.stateChanged();
      },
      ball: (on) => this.scene.showBall(on),
      relief: () => this.engine.call('relief'),
      written: (format) => this.engine.call('track', format),
      report: () => this.engine.call('report'),
    });
    await this.apply(state);
  }

  show(): void {
    this.visible = true;
    this.controls.enabled = true;
    this.controls.listenToKeyEvents(this.host.stage.element);
    this.host.stage.element.addEventListener('keydown', this.key);
    this.attach();
    if (this.resume) this.play(true);
    this.tell();
  }
  private attach(): void {
    this.host.stage.show(this.scene.build);
    if (this.dirty) this.fit();
  }

  hide(): void {
    this.resume = this.bar.playing;
    this.play(false);
    this.visible = false;
    this.controls.enabled = false;
    this.controls.stopListenToKeyEvents();
    this.host.stage.element.removeEventListener('keydown', this.key);
    this.host.stage.hide(this.scene.build);
  }

  setSize(): void {
    if (this.visible && (this.dirty || this.fitted)) this.fit();
  }

  dispose(): void {
    this.hide();
    this.host.stage.drop(this.scene.build);
    this.controls.dispose();
    this.engine.dispose();
  }

  /** Several files are drawn one after the other, on the same sand. */
  async drop(files: File[]): Promise<void> {
    let first = true;
    for (const file of files) {
      const track: Track = { name: file.name, file };
      if (!first) await this.engine.call('seek', 1e12);
      await this.load(track, !first || this.panel.keep);
      this.track = '';
      this.panel.setTrack('', file.name);
      first = false;
    }
    this.play(true);
  }

  state(): Record<string, string> {
    const state: Record<string, string> = { ...(this.track ? { track: this.track } : {}), ...this.panel.state() };
    if (this.bar.speed !== 64) state['speed'] = String(this.bar.speed);
    const { position: p } = this.controls.object;
    const t = this.controls.target;
    if (!this.fitted) state['camera'] = [p.x, p.y, p.z, t.x, t.y, t.z].map((v) => v.toFixed(1)).join(',');
    const { now } = this;
    if (now && !this.bar.playing && !now.done && now.time > 0) state['time'] = now.time.toFixed(2);
    return state;
  }

  async apply(state: Record<string, string>): Promise<void> {
    this.resume = false;
    this.play(false);
    const track = state['track'] ?? kFirst;
    const entry = bundled[track] ?? bundled[kFirst];
    this.track = bundled[track] ? track : kFirst;
    this.panel.apply({ ...state }, entry?.parameters ?? {});
    this.scene.look(this.panel.look());
    await this.setSpeed(Number(state['speed'] ?? 64) || 64);
    if (entry) await this.load(await fetchTrack(entry));
    this.panel.setTrack(this.track, '');
    const camera = state['camera']?.split(',').map(Number) ?? [];
    if (camera.length === 6 && camera.every(Number.isFinite)) {
      const [x = 0, y = 1, z = 0, tx = 0, ty = 0, tz = 0] = camera;
      this.fit();
      this.controls.object.position.set(x, y, z);
      this.controls.target.set(tx, ty, tz);
      this.controls.update();
    }
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (state['time']) await this.seek(Number(state['time']));
    else if (still) await this.seek(1e12);
    else if (state['play'] !== '0') this.resume = true;
    if (this.visible && this.resume) this.play(true);
  }

  async revive(): Promise<void> {
    const again = this.drawn;
    await this.setSpeed(this.bar.speed);
    for (const [k, request] of again.entries()) {
      if (k > 0) await this.engine.call('seek', 1e12);
      await this.give({ ...request, keep: k > 0 });
    }
    this.drawn = again;
    this.play(true);
  }

  async runExactly(n: number): Promise<{ steps: number; hash: string }> {
    this.play(false);
    return this.engine.runExactly(n);
  }
  stateHash(): Promise<string> {
    return this.engine.call<string>('hash');
  }

  private get fitted(): boolean {
    return this.controls.object.position.distanceTo(this.home) < 0.5 && this.controls.target.length() < 0.5;
  }

  private async choose(name: string): Promise<void> {
    const entry = bundled[name];
    if (!entry) return;
    const track = await fetchTrack(entry);
    if (!this.panel.keep) this.panel.setParameters(entry.parameters);
    await this.load(track);
    this.track = name;
    this.panel.setTrack(name, '');
    this.play(true);
  }

  /** A track on the table; null: the same one again, with the parameters as they are now. */
  private async load(track: Track | null, keep = this.panel.keep): Promise<void> {
    const playing = this.bar.playing;
    const request: LoadRequest = {
      track,
      keep: keep && this.loaded !== null,
      parameters: this.panel.parameters(),
      options: this.panel.options(),
    };
    await this.give(request);
    const last = track ?? this.drawn.at(-1)?.track ?? null;
    this.drawn = [...(request.keep && track ? this.drawn : []), { ...request, track: last }];
    if (playing) this.play(true);
  }

  private async give(request: LoadRequest): Promise<void> {
    const loaded = await this.engine.call<Loaded>('load', request);
    this.loaded = loaded;
    const { nx, ny, cell, parameters: p } = loaded;
    const round = (p['diameter'] ?? 0) > 0;
    if (this.scene.setTable({ nx, ny, cell, round, radius: p['ball_radius'] ?? 8, depth: p['depth'] ?? 1 })) {
      this.dirty = true;
      if (this.visible) this.attach();
    }
    this.panel.estimate(loaded.duration);
    await this.panel.refresh();
    this.host.stateChanged();
    this.tell();
  }

  private frame(frame: Frame): void {
    const values = frame.values as SandValues;
    const heights = frame.arrays['heights'];
    if (!(heights instanceof Float32Array) || !this.scene.frame(values, heights)) return;
    this.now = values;
    this.bar.show(values);
    if (!this.bar.playing || !this.panel.reportOpen || performance.now() < this.reported + kReport) return;
    this.reported = performance.now();
    void this.tried(this.panel.refresh());
  }

  private stopped(on: boolean): void {
    this.bar.setPlaying(on);
    if (on) return;
    void this.tried(this.panel.refresh());
    this.host.stateChanged();
    this.tell();
  }

  private play(on: boolean): void {
    if (on && this.now?.done) {
      this.now.done = false;
      void this.seek(0).then(() => this.play(true));
      return;
    }
    this.engine.play(on);
    this.bar.setPlaying(on);
    if (!on) this.host.stateChanged();
  }

  private async setSpeed(speed: number): Promise<void> {
    this.bar.speed = speed;
    await this.engine.call('speed', speed);
  }

  /** While one search runs the next ones wait, and of these only the last counts. */
  private async seek(seconds: number): Promise<void> {
    this.wanted = seconds;
    if (this.seeking) return this.engine.stop();
    this.seeking = true;
    const playing = this.bar.playing;
    if (playing) this.engine.play(false);
    try {
      while (this.wanted !== null) {
        const next = this.wanted;
        this.wanted = null;
        await this.engine.call('seek', next);
      }
    } catch (thrown) {
      this.host.toast(messageOf(thrown), 'error');
    }
    this.seeking = false;
    if (playing) this.engine.play(true);
    else void this.tried(this.panel.refresh());
    this.host.stateChanged();
  }

  private turn(tilt: number): void {
    this.tilt = tilt;
    this.fit();
    this.host.stateChanged();
  }
  private fit(): void {
    this.dirty = false;
    const { free } = this.host.stage;
    this.scene.fit(free.height > 1.2 * free.width ? Math.min(this.tilt, 24) : this.tilt, 0); // tall: more from above
    this.home.copy(this.controls.object.position);
  }

  private readonly key = (event: KeyboardEvent): void => {
    if (event.key !== ' ') return;
    event.preventDefault();
    this.play(!this.bar.playing);
  };

  private tell(): void {
    const { loaded } = this;
    if (loaded) this.host.status(`${loaded.name}: the table takes ${clock(loaded.duration)}`);
  }
  private async tried(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (thrown) {
      this.host.toast(messageOf(thrown), 'error');
    }
  }
}

export const tab: ModelTab = new Sand();
