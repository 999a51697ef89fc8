// What the jelly tab and its worker say to each other.
import type { StepsAndHash } from '../engine/protocol';

export type Triple = [number, number, number];

export const flavours = ['berry', 'mint', 'honey'] as const;
export type Flavour = (typeof flavours)[number];

/** Caustics: 'auto' takes what the machine can afford while the body moves, and refines once it rests. */
export const transports = ['auto', 'adaptive', 'specified'] as const;
export type Transport = (typeof transports)[number];

/** The triangles never change; all else comes with frames. */
export interface Shell {
  vertices: number;
  triangles: Uint32Array<ArrayBuffer>;
}

export interface Ray {
  origin: Triple;
  direction: Triple;
}

/** Squares on the floor: masks from their corner of least x and z, caustics from their centre. */
export interface LightFrame {
  maskSide: number;
  maskX: number;
  maskZ: number;
  causticSide: number;
  causticX: number;
  causticZ: number;
}

export interface JellyValues extends LightFrame {
  [name: string]: number | string | boolean;
  steps: number;
  paused: boolean;
  asleep: boolean;
  grabbed: boolean;
  mass: number;
  volume: number; // to the volume at rest
  kinetic: number; // J
  elastic: number; // J
  rigid: number; // m/s
  internal: number; // m/s
  x: number;
  y: number;
  z: number;
  reach: number; // radius of a sphere about x, y, z that holds the body
  stepMs: number; // measured
  lightMs: number; // measured
  lightHz: number;
  caustics: string; // the transport of the last refresh
}

export const kMaskSize = 192;
export const kCausticSize = 384;

/** Names of the arrays in a frame; those of light come only when light was refreshed. */
export type ArrayName = 'positions' | 'normals' | 'thickness' | 'masks' | 'caustics';

export interface JellySteps extends StepsAndHash {
  /** SHA-256 of the nodes' positions. */
  positions: string;
}
