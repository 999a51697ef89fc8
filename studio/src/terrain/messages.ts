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
  /** Of a height map: metres along a cell (0: what the file says, if it does) and metres that a height of 1 is worth. */
  cell: number;
  heightUnit: number;
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
  /** What a mask of these samples means by 1: the highest count, or 1. */
  full: number;
  /** Metres along a cell and of a height of 1, where the file says so. */
  units?: { x: number; y: number; value: number };
  /** What the reader should know of it. */
  remark?: string;
}

/** Where rain falls, and ground that does not erode or does not change at all: values 0 to 1, a cell each. */
export const kMasks = { rainfall: 'Rainfall', hardness: 'Hardness', protection: 'Protection' } as const;
export type MaskName = keyof typeof kMasks;
export interface MaskRequest {
  name: MaskName;
  /** null takes the mask away. */
  file: File | null;
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
  /** File names of the masks that lie on it. */
  masks: Partial<Record<MaskName, string>>;
  /** What the run takes a cell and a height for, in words; empty where nothing says. */
  units: string;
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

export const kMaps = ['flow', 'deposition', 'erosion', 'change', 'velocity', 'moisture'] as const;
export type MapName = (typeof kMaps)[number];
export interface Saved {
  what: 'heights' | 'report' | MapName;
  as: 'png' | 'npy';
}
export interface SavedFile {
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}
