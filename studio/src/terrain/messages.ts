// What the terrain tab and its worker say to each other.

export const kKinds = { island: 'Island', fractal: 'Ranges', ridged: 'Ridges', billow: 'Hills' } as const;
export type Kind = keyof typeof kKinds | 'file';

/** Everything that decides a run; the same spec gives the same hash here and on the command line. */
export interface Spec {
  kind: Kind;
  nx: number;
  ny: number;
  /** 64 bits, decimal: JavaScript's numbers would lose some of them. */
  seed: string;
  parameters: Record<string, number>; // of "terrain" and "land", without defaults
  options: Record<string, number>;
}
export const kDefaultSeed = '10';
export const kAccept = '.png,.tif,.tiff,.npy,.asc,.raw,.r16,.r32';

/** A height map as a file gave it; rows from south to north, as the engine wants them. */
export interface HeightMap {
  nx: number;
  ny: number;
  heights: Float64Array;
  missing: Uint8Array | null;
  format: string;
}

export interface LoadRequest {
  spec: Spec;
  /** For kind 'file'; null takes the map that is there already. */
  file: File | null;
}

/** The land before the rain, at the size that is shown. */
export interface Begun {
  run: number;
  name: string;
  nx: number;
  ny: number;
  shownX: number;
  shownY: number;
  /** How many cells a height of 1 is worth. */
  cellsPerValue: number;
  low: number;
  high: number;
  droplets: number;
  before: Float32Array<ArrayBuffer>;
}

/** What one frame says beside its heights. */
export interface TerrainValues {
  [name: string]: number | string | boolean;
  run: number;
  ended: number;
  droplets: number;
  steps: number;
  done: boolean;
  seconds: number; // of computing so far
}

export interface Report {
  [key: string]: unknown;
  state_hash: string;
  droplets: number;
  droplets_ended: number;
  droplet_steps: number;
  eroded: number;
  deposited: number;
  carried_off: number;
  in_flight: number;
  balance_relative_error: number;
}

export const kSaved = ['png', 'npy', 'flow', 'deposition', 'erosion', 'change', 'report'] as const;
export type Saved = (typeof kSaved)[number];
export interface SavedFile {
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}
