// The canvas: one WebGPU renderer (WebGL 2 where there is no WebGPU, which the page says), one view at a time.
//
// Pictures are drawn on demand: after invalidate(), while controls move, and as long as a view says that something
// moves. A lost device takes all graphics memory with it: canvas and renderer are made anew and the view is built again.
import { WebGPURenderer, PerspectiveCamera, ACESFilmicToneMapping } from 'three/webgpu';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { View } from './tab';

export type BackendName = 'WebGPU' | 'WebGL 2';

/** Makes a view for a renderer; called again after a loss. */
export type BuildView = (stage: Stage) => View;

export interface StageOptions {
  forceWebGL: boolean;
  antialias: boolean;
  /** Marks in performance traces what the library and the driver take of a picture. */
  trace: boolean;
  onBackend(name: BackendName, lost: boolean): void;
  onSize(width: number, height: number): void;
}

const kMaxPixelRatio = 2;

export class Stage {
  renderer!: WebGPURenderer;
  backend: BackendName = 'WebGPU';
  width = 1;
  height = 1;
  /** What panel and bars cover, CSS pixels; views are centred in what is left. */
  private inset = { top: 0, right: 0, bottom: 0 };
  private canvas: HTMLCanvasElement | null = null;
  private view: View | null = null;
  private readonly built = new Map<BuildView, View>();
  private current: BuildView | null = null;
  private asked = false;
  private ready = false;
  private last = 0;
  private idle: (() => void)[] = [];

  private constructor(
    readonly element: HTMLElement,
    private readonly options: StageOptions,
  ) {}

  static async start(element: HTMLElement, options: StageOptions): Promise<Stage> {
    const stage = new Stage(element, options);
    await stage.boot();
    new ResizeObserver(() => stage.measure()).observe(element);
    document.addEventListener('visibilitychange', () => stage.invalidate());
    return stage;
  }

  private async boot(lost = false): Promise<void> {
    this.ready = false;
    this.canvas?.remove();
    const canvas = document.createElement('canvas');
    canvas.className = 'canvas';
    canvas.setAttribute('aria-hidden', 'true');
    this.element.prepend(canvas);
    this.canvas = canvas;
    const { forceWebGL, antialias, trace } = this.options;
    const renderer = new WebGPURenderer({ canvas, antialias, forceWebGL, alpha: true });
    await renderer.init();
    if (trace) markDrawing(renderer);
    renderer.setClearColor(0x000000, 0);  // the page's own background shows through
    renderer.toneMapping = ACESFilmicToneMapping;
    const name = (renderer.backend as { isWebGPUBackend?: boolean }).isWebGPUBackend ? 'WebGPU' : 'WebGL 2';
    renderer.onDeviceLost = () => void this.recover(renderer);
    this.renderer = renderer;
    this.backend = name;
    this.ready = true;
    this.options.onBackend(name, lost);
    this.measure();
  }

  private async recover(lost: WebGPURenderer): Promise<void> {
    if (lost !== this.renderer || !this.ready) return;
    for (const view of this.built.values()) view.free();
    this.built.clear();
    this.view = null;
    try {
      lost.dispose();
    } catch {
      // There may be nothing left to dispose of.
    }
    await this.boot(true);
    if (this.current) this.show(this.current);
  }

  /** For tests: behaves as if the driver had taken the device away. */
  async loseDevice(): Promise<void> {
    await this.recover(this.renderer);
  }

  /** Shows a view, building it when that has not happened with this device. */
  show(build: BuildView): void {
    this.current = build;
    let view = this.built.get(build);
    if (!view) {
      view = build(this);
      this.built.set(build, view);
    }
    this.view = view;
    this.aim();
    this.invalidate();
  }

  hide(build: BuildView): void {
    if (this.current !== build) return;
    this.current = null;
    this.view = null;
  }

  /** Frees a view for good, or to have it built anew by the next show. */
  drop(build: BuildView): void {
    this.built.get(build)?.free();
    this.built.delete(build);
    if (this.current === build) this.view = null;
  }

  /** A camera and orbit controls; they outlive the renderer. Set controls.enabled to false while a tab is hidden. */
  camera(fov = 32): { camera: PerspectiveCamera; controls: OrbitControls } {
    const camera = new PerspectiveCamera(fov, this.width / this.height, 0.1, 1000);
    const controls = new OrbitControls(camera, this.element);
    controls.enableDamping = false;
    controls.addEventListener('change', () => this.invalidate());
    return { camera, controls };
  }

  /** Asks for one picture. */
  invalidate(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame((now) => this.frame(now / 1000));
  }

  /** Resolves when nothing more is to be drawn. */
  settled(): Promise<void> {
    return this.asked ? new Promise((go) => this.idle.push(go)) : Promise.resolve();
  }

  /** The picture as a PNG, at the size of the canvas, centred, without a background. */
  async picture(): Promise<Blob> {
    const { canvas, view } = this;
    view?.camera.clearViewOffset();
    this.draw();
    const taken = new Promise<Blob | null>((go) => (canvas ? canvas.toBlob(go, 'image/png') : go(null)));
    this.aim();
    this.invalidate();
    const blob = await taken;
    if (!blob) throw new Error('the browser gave no picture of the canvas');
    return blob;
  }

  /** Films the canvas until `stop` is called. */
  film(): { stop(): Promise<Blob> } {
    const stream = this.canvas?.captureStream(30);
    if (!stream || typeof MediaRecorder === 'undefined') throw new Error('this browser cannot film a canvas');
    const type = ['video/mp4;codecs=avc1', 'video/webm;codecs=vp9', 'video/webm'].find((t) => MediaRecorder.isTypeSupported(t));
    const recorder = new MediaRecorder(stream, { ...(type ? { mimeType: type } : {}), videoBitsPerSecond: 12_000_000 });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.start(1000);
    const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
    this.renderer.setClearColor(paper || '#808080', 1); // films have no transparency
    const stop = (): Promise<Blob> =>
      new Promise((go) => {
        recorder.onstop = () => go(new Blob(parts, { type: recorder.mimeType }));
        recorder.stop();
        this.renderer.setClearColor(0x000000, 0);
        this.invalidate();
      });
    this.invalidate();
    return { stop };
  }

  private draw(): void {
    if (!this.ready || !this.view) return;
    if (this.view.draw) this.view.draw();
    else this.renderer.render(this.view.scene, this.view.camera);
  }

  private frame(now: number): void {
    this.asked = false;
    if (this.ready && this.view && !document.hidden) {
      const more = this.view.update?.(Math.min(now - this.last, 0.1)) ?? false;
      this.draw();
      if (more) this.invalidate();
    }
    this.last = now;
    if (!this.asked) for (const go of this.idle.splice(0)) go();
  }

  /** The part of the canvas that nothing covers, CSS pixels. */
  get free(): { width: number; height: number } {
    const { top, right, bottom } = this.inset;
    return { width: Math.max(50, this.width - right), height: Math.max(50, this.height - top - bottom) };
  }
  setInset(inset: { top: number; right: number; bottom: number }): void {
    this.inset = inset;
    this.aim();
    this.invalidate();
  }

  private aim(): void {
    if (!this.view) return;
    const { camera } = this.view;
    const { width, height, inset } = this;
    camera.aspect = width / height;
    camera.setViewOffset(width, height, inset.right / 2, (inset.bottom - inset.top) / 2, width, height);
  }

  private measure(): void {
    this.width = Math.max(1, this.element.clientWidth);
    this.height = Math.max(1, this.element.clientHeight);
    if (!this.ready) return;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, kMaxPixelRatio));
    this.renderer.setSize(this.width, this.height, false);
    this.aim();
    this.options.onSize(this.width, this.height);
    this.draw();
    this.invalidate();
  }
}

/** Marks around what is the library's: tests/main_thread.mjs asks how long our own code holds the thread. */
function markDrawing(renderer: WebGPURenderer): void {
  let depth = 0;
  const mark = (name: string): void => {
    performance.mark(name);
    performance.clearMarks(name);
  };
  for (const name of ['render', 'compute'] as const) {
    const inner = (renderer[name] as (...args: unknown[]) => unknown).bind(renderer);
    const marked = (...args: unknown[]): unknown => {
      if (depth++ === 0) mark('library');
      try {
        return inner(...args);
      } finally {
        if (--depth === 0) mark('own');
      }
    };
    Object.assign(renderer, { [name]: marked });
  }
}
