// What the sand tab and its worker say to each other.

/** One file of the playlist. Only the worker reads it, and keeps its bytes: scrubbing back draws again from the start. */
export interface Track {
  name: string;
  file: Blob;
}

export interface LoadRequest {
  /** null: the same track again. */
  track: Track | null;
  /** Draw on the relief as it stands, with the parameters that made it. */
  keep: boolean;
  parameters: Record<string, number>;
  options: Record<string, number>;
}

export interface Loaded {
  name: string;
  /** Of the frames: a large table is shown as means over blocks of cells. */
  nx: number;
  ny: number;
  cell: number;
  duration: number;
  /** Of the sand as it is, which a kept relief may have from an earlier track. */
  parameters: Record<string, number>;
}

/** What one frame says beside its heights. */
export interface SandValues {
  [name: string]: number | string | boolean;
  nx: number;
  ny: number;
  time: number;
  duration: number;
  steps: number;
  done: boolean;
  x: number;
  y: number;
  radius: number;
  highest: number;
}

export interface Relief {
  nx: number;
  ny: number;
  cell: number;
  heights: Float32Array<ArrayBuffer>;
}

/** A table by name (solgel_sand_tables); round ones have a diameter and no width and height. */
export interface Table {
  name: string;
  text: string;
  width: number;
  height: number;
  diameter: number;
  ball_radius: number;
}

export type TrackFormat = 'gcode' | 'thr' | 'svg';
export interface Written {
  bytes: Uint8Array<ArrayBuffer>;
  /** Moves outside the disc of theta-rho, drawn on its rim. */
  bent: number;
}

export interface Report {
  [key: string]: unknown;
  path_mm: number;
  table_seconds: number;
  moves: number;
  highest_mm: number;
  steepest_deg: number;
  swept_fraction: number;
  spacing_mm: number;
  sand_moved_mm3: number;
  dense_fraction: number;
  clamped_moves: number;
  steps: number;
  state_hash: string;
  volume_relative_drift: number;
  warnings: { file: string; line: number; message: string; count: number }[];
}
