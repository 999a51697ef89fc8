// Worker code of the jelly tab: the body in real time, and its light as often as the machine affords.
//
// Light costs more than motion. While the body moves it is refreshed 24 times a second at most, and only so often that
// about half of the time is left for steps; when the body rests or is paused it is refined once, and the worker sleeps.
// Where the page traces caustics on the graphics device, the worker leaves them out and says how fine they shall be.
import { Moved } from '../engine/protocol';
import type { ArrayPool, CreateModel, Frame, ModelWorker, WorkerLink } from '../engine/protocol';
import { messageOf } from '../engine/protocol';
import { readFile } from '../engine/read_file';
import { Body } from './body';
import type { Measured } from './body';
import { orderForTree } from './caustics/tree';
import { packTexels } from './half';
import type { JellySteps, JellyValues, LightFrame, MeshRequest, Ray, Shell, SunValues, TracedPose, Tracer, TraceOrder, Transport, Triple } from './messages';
import { kCausticSize, kMaskSize } from './messages';

// Of a mesh: solgel jelly --mesh FILE --body-size 0.1 --cells 12. A finer lattice is slower than real time in a browser.
const kSize = 0.1; // m
const kCells = 12;
const kMostTriangles = 60000; // light goes through each

const kLightEvery = 1 / 24; // seconds
const kLightShare = 0.5; // of the time, at most
const kAffordable = 0.02; // seconds: an adaptive refresh that takes longer makes way for the specified one
const kRestBeforeRefining = 0.25; // seconds: refining takes a while, in which a hand would wait
const kMeasureEvery = 0.1; // seconds
const kLiveDepth = 1; // adaptive caustics: how often triangles are cut while the body moves, and when it rests
const kStillDepth = 3;
const kSpecified = -1; // cuts
const kTransport = { adaptive: 0, specified: 1, none: 2 }; // the engine's numbers

const seconds = (): number => performance.now() / 1000;
const eased = (old: number, next: number): number => (old === 0 ? next : old + 0.25 * (next - old));

class Jelly implements ModelWorker {
  private readonly body: Body;
  private paused = false;
  private transport: Transport = 'auto';
  private tracer: Tracer = 'engine';
  private cuts = kLiveDepth; // of the last refresh
  private lives = 0;
  private camera: Triple = [0, 0.096, 0.196];
  private moved = true; // since the last look at the surface
  private stale: 'no' | 'view' | 'all' = 'all'; // what has changed since the last refresh: nothing, the camera, more
  private refined = false; // caustics are as good as they get for this pose
  private thicknessFresh = false; // waits to be sent
  private causticsFresh = false;
  private shown = false; // the page has all that there is
  private lightFrame: LightFrame | null = null;
  private sun: SunValues | null = null; // of the last refresh
  private lastLight = 0;
  private lightGap = 0;
  private lightCost = 0; // seconds, eased
  private adaptiveCost = 0;
  private stepCost = 0;
  private measured: Measured | null = null;
  private lastMeasure = 0;
  private mesh: { name: string; bytes: Uint8Array<ArrayBuffer> } | null = null; // null: the flower

  constructor(link: WorkerLink) {
    this.link = link;
    this.body = new Body(link.engine);
    this.body.begin();
  }
  private readonly link: WorkerLink;

  call(name: string, args: unknown): unknown {
    this.shown = false;
    switch (name) {
      case 'shell':
        return this.shell();
      case 'mesh':
        return this.reshape(args as MeshRequest);
      case 'parameters':
        return this.rebuild(args as Record<string, number>);
      case 'flavour':
        this.body.option('flavour', Number(args));
        this.staleLight();
        return null;
      case 'transport':
        this.transport = args as Transport;
        this.staleLight();
        return null;
      case 'tracer':
        this.tracer = args as Tracer;
        this.staleLight();
        return null;
      case 'trace':
        return this.trace(args as TraceOrder);
      case 'camera':
        this.camera = args as Triple;
        if (this.stale === 'no') this.stale = 'view';
        return null;
      case 'pause':
        this.paused = Boolean(args);
        return null;
      case 'nudge':
        this.look();
        this.body.nudge();
        return null;
      case 'reset':
        this.body.reset();
        this.changedPose();
        return null;
      case 'grab':
        this.look();
        return this.body.grab(args as Ray) ? this.body.held() : null;
      case 'move':
        this.body.moveGrab(args as Triple);
        return null;
      case 'release':
        this.body.release();
        return null;
      case 'hash':
        return this.body.hash();
      case 'positions':
        return this.body.positionsHash();
      case 'report':
        return this.body.report();
      default:
        throw new Error(`jelly: no call '${name}'`);
    }
  }

  tick(dt: number): boolean {
    if (!this.paused) this.advance(dt);
    const still = this.paused || this.body.asleep;
    const now = seconds();
    const gap = Math.max(kLightEvery, this.lightCost / kLightShare);
    const due = now - this.lastLight >= gap;
    if (due && this.stale === 'all') this.light(now);
    else if (due && this.stale === 'view') this.lookThrough(now);
    else if (still && !this.refined && now - this.lastLight >= kRestBeforeRefining) this.refine();
    return !still || this.stale !== 'no' || !this.refined;
  }

  frame(pool: ArrayPool): Frame | null {
    if (this.shown && !this.moved && !this.thicknessFresh) return null;
    this.look();
    if (!this.lightFrame) this.light(seconds());
    const positions = pool.f32(3 * this.body.vertices);
    const normals = pool.f32(3 * this.body.vertices);
    positions.set(this.body.surface());
    normals.set(this.body.normals());
    const arrays: Frame['arrays'] = { positions, normals };
    if (this.thicknessFresh) {
      const thickness = pool.f32(this.body.vertices);
      thickness.set(this.body.thickness());
      Object.assign(arrays, { thickness });
      this.thicknessFresh = false;
    }
    if (this.causticsFresh) {
      const masks = pool.u8(2 * kMaskSize ** 2);
      masks.set(this.body.masks());
      Object.assign(arrays, { masks });
      if (this.tracer === 'engine') {
        const caustics = pool.u32(2 * kCausticSize ** 2);
        packTexels(this.body.caustics(), caustics);
        Object.assign(arrays, { caustics });
      }
      this.causticsFresh = false;
    }
    this.shown = true;
    return { values: this.values(), arrays };
  }

  /** From a body that has just begun: what was done before leaves no trace in the hash. It is the hash before the next
   * picture, which refreshes the centre that nudges are measured from. */
  runExactly(n: number): JellySteps {
    this.paused = true;
    this.begin();
    const began = seconds();
    this.body.step(n);
    this.stepCost = (seconds() - began) / Math.max(1, n);
    this.changedPose();
    this.lightFrame = null;
    return { steps: this.body.steps, hash: this.body.hash(), positions: this.body.positionsHash() };
  }

  private advance(dt: number): void {
    const began = seconds();
    try {
      const taken = this.body.advance(dt);
      if (taken === 0 || this.body.asleep) return;
      this.stepCost = eased(this.stepCost, (seconds() - began) / taken);
      this.changedPose();
    } catch (thrown) {
      this.paused = true; // the engine has put the body back to rest and says why
      this.changedPose();
      this.link.say(messageOf(thrown), 'error');
    }
  }

  /** Other parameters of the body: it begins again. Refused ones leave it as it was. */
  private rebuild(parameters: Record<string, number>): unknown {
    for (const [name, value] of Object.entries(parameters)) this.body.set(name, value);
    this.begin();
    this.lightFrame = null;
    this.stepCost = 0;
    this.changedPose();
    return this.body.report()['warnings'];
  }

  private begin(): void {
    this.body.begin();
    ++this.lives;
  }

  private shell(): Moved<Shell> {
    const triangles = new Uint32Array(this.body.indices());
    const slots = orderForTree(this.body.surface(), triangles);
    return new Moved({ vertices: this.body.vertices, triangles, slots }, [triangles.buffer, slots.buffer]);
  }

  /** Another shape: it begins. A file that is none leaves the body as it was. */
  private async reshape(file: MeshRequest): Promise<Moved<Shell>> {
    const before = this.mesh;
    try {
      this.take(file && { name: file.name, bytes: await readFile(this.link, file, file.name) });
      this.begin();
    } catch (thrown) {
      this.take(before);
      throw thrown;
    } finally {
      this.link.progress(null);
    }
    if (this.body.triangles > kMostTriangles) {
      const found = this.body.triangles;
      this.take(before);
      this.begin();
      throw new Error(`${file?.name}: ${found} triangles; the page takes ${kMostTriangles}: simplify the mesh, or use the command line`);
    }
    this.lightFrame = null;
    this.stepCost = 0;
    this.changedPose();
    return this.shell();
  }
  private take(mesh: Jelly['mesh']): void {
    if (mesh) this.body.readMesh(mesh.bytes, mesh.name, kSize, kCells);
    else this.body.flower();
    this.mesh = mesh;
  }

  /** For tests: the engine's own rays at some steps of a new life, and the poses that they belong to. */
  private trace({ steps, cuts }: TraceOrder): TracedPose[] {
    this.paused = true;
    this.begin();
    const poses = steps.map((step): TracedPose => {
      this.body.step(step - this.body.steps);
      this.body.refreshSurface();
      this.body.option('transport', cuts === kSpecified ? kTransport.specified : kTransport.adaptive);
      this.body.set('depth', Math.max(0, cuts));
      this.body.refreshLight(this.camera);
      const { x, y, z } = this.body.measure();
      return {
        positions: this.body.surface().slice(),
        normals: this.body.normals().slice(),
        centre: [x, y, z],
        sun: this.body.sun(),
        rays: this.body.lightRays(),
        flags: this.body.lightCells(),
        irradiance: this.body.caustics().slice(),
        received: this.body.lightReceived(),
      };
    });
    this.changedPose();
    return poses;
  }

  private changedPose(): void {
    this.moved = true;
    this.shown = false;
    this.staleLight();
  }
  private staleLight(): void {
    this.stale = 'all';
    this.refined = false;
  }

  /** Brings the surface up to date. */
  private look(): void {
    if (!this.moved) return;
    this.body.refreshSurface();
    this.moved = false;
  }

  private light(now: number): void {
    const dear = this.tracer === 'engine' && this.adaptiveCost > kAffordable && !this.body.asleep && !this.paused;
    const specified = this.transport === 'specified' || (this.transport === 'auto' && dear);
    this.refresh(specified ? kSpecified : kLiveDepth);
    const cost = seconds() - now;
    this.lightCost = eased(this.lightCost, cost);
    // What was once too dear is tried again after a while: the first refreshes are the slowest.
    this.adaptiveCost = specified ? 0.98 * this.adaptiveCost : eased(this.adaptiveCost, cost);
    const gap = now - this.lastLight;
    if (gap < 1) this.lightGap = eased(this.lightGap, gap);
    this.lastLight = now;
    this.refined = this.transport === 'specified';
  }
  /** The camera alone has moved: thickness as seen from there; the page keeps the caustics that it has. */
  private lookThrough(now: number): void {
    this.refresh(null);
    this.lastLight = now;
  }
  private refine(): void {
    this.refresh(kStillDepth);
    this.refined = true;
  }
  /** `cuts`: how fine caustics shall be; null leaves them as they are. */
  private refresh(cuts: number | null): void {
    const { none, specified, adaptive } = kTransport;
    const left = cuts === null || this.tracer === 'device';
    this.look();
    this.body.option('transport', left ? none : cuts === kSpecified ? specified : adaptive);
    this.body.set('depth', Math.max(0, cuts ?? 0));
    this.body.refreshLight(this.camera);
    if (cuts !== null) {
      this.cuts = cuts;
      this.causticsFresh = true;
    }
    this.lightFrame = this.body.lightFrame();
    this.sun = this.body.sun();
    this.thicknessFresh = true;
    this.stale = 'no';
  }

  private values(): JellyValues {
    const now = seconds();
    if (!this.measured || now - this.lastMeasure > kMeasureEvery || this.paused || this.body.asleep) {
      this.measured = this.body.measure();
      this.lastMeasure = now;
    }
    return {
      ...(this.lightFrame ?? this.body.lightFrame()),
      ...(this.sun ?? this.body.sun()),
      ...this.measured,
      steps: this.body.steps,
      paused: this.paused,
      asleep: this.body.asleep,
      grabbed: this.body.grabbed,
      stepMs: 1000 * this.stepCost,
      lightMs: 1000 * this.lightCost,
      lightHz: this.lightGap > 0 ? 1 / this.lightGap : 0,
      caustics: this.cuts === kSpecified ? 'specified' : `adaptive, depth ${this.cuts}`,
      cuts: this.cuts,
      lives: this.lives,
    };
  }
}

export const create: CreateModel = (link) => new Jelly(link);
