// What a tab is, and what the page lends it.
//
// A tab owns its worker, its scene and its side of the panel; the page owns the canvas, the address and the messages.
// Each tab's code is loaded when it is first opened (src/main.ts) and exports `tab: ModelTab`.
import type { Scene, PerspectiveCamera } from 'three/webgpu';
import type { EngineClient, ClientEvents } from './engine/client';
import type { ModelName, StepsAndHash } from './engine/protocol';
import type { Panel } from './panel';
import type { Stage } from './stage';

/** What a tab shows. A stage asks for it again when the graphics device was lost: textures and geometries are made in
 * `build`, from what the tab remembers; simulations do not notice. */
export interface View {
  scene: Scene;
  camera: PerspectiveCamera;
  /** Before each picture; returns true when another one is wanted right after (something moves). */
  update?(seconds: number): boolean;
  /** Draws in place of renderer.render(scene, camera): passes, render targets. */
  draw?(): void;
  /** Disposes of textures, geometries and materials. */
  free(): void;
}

export interface TabHost {
  readonly stage: Stage;
  /** The tab's own side panel, empty at first. */
  readonly panel: Panel;
  /** The tab's own bar under the canvas (play, pause ...), empty at first. */
  readonly bar: HTMLElement;
  /** One quiet line, read out by screen readers when it settles. */
  status(text: string): void;
  /** 0 to 1 shows a bar, null hides it. */
  progress(done: number | null, label?: string): void;
  /** A message that needs to be seen; errors stay until closed. */
  toast(text: string, kind?: 'note' | 'error'): void;
  /** A worker with its own engine; events that are not given go to status, progress and toast. */
  engine(model: ModelName, events: Partial<ClientEvents> & Pick<ClientEvents, 'onFrame'>): Promise<EngineClient>;
  /** Something that belongs in the address has changed: state() will be asked soon. */
  stateChanged(): void;
  /** Opens the file dialog; empty when nothing was picked. */
  pick(accept: string, several?: boolean): Promise<File[]>;
  /** Saves a file to the reader's disk. */
  save(name: string, content: Blob | string): void;
}

export interface ModelTab {
  readonly id: ModelName;
  readonly title: string;
  /** Endings of the files it takes, as for <input accept>. */
  readonly accept: string;
  /** Once: builds panel and worker, and starts from `state` (what apply would get, perhaps empty). */
  create(host: TabHost, state: Record<string, string>): Promise<void>;
  /** Becomes visible: gives the stage its view (host.stage.show). */
  show(): void;
  /** Another tab was opened: stop drawing; a run may pause. */
  hide(): void;
  /** The canvas, or what panel and bars leave free of it (stage.free), has another size, in CSS pixels. */
  setSize?(width: number, height: number): void;
  dispose(): void;
  /** Files dropped on the page or given by its file button. */
  drop(files: File[]): Promise<void>;
  /** What a shared address needs to show this view again; short keys, no defaults. */
  state(): Record<string, string>;
  apply(state: Record<string, string>): Promise<void>;
  /** The engine has been started again and knows nothing: gives it everything that was there, from the start. */
  revive(): Promise<void>;
  /** For tests. */
  runExactly(n: number): Promise<StepsAndHash>;
  stateHash(): Promise<string>;
}
