// What the jelly tab and its worker say to each other.
import type { StepsAndHash } from '../engine/protocol';

export type Triple = [number, number, number];

export const flavours = ['berry', 'mint', 'honey'] as const;
export type Flavour = (typeof flavours)[number];

/** Caustics: 'auto' takes what the machine can afford while the body moves, and refines once it rests. */
export const transports = ['auto', 'adaptive', 'specified'] as const;
export type Transport = (typeof transports)[number];

/** Another body: a file that holds a closed surface, or null for the flower. */
export type MeshRequest = File | null;
export const kMeshFiles = '.obj,.ply,.stl';

/** Topology; all else comes with frames. */
export interface Shell {
  vertices: number;
  triangles: Uint32Array<ArrayBuffer>;
  /** The same triangles for rays on the graphics device: orderForTree. */
  slots: Uint32Array<ArrayBuffer>;
}

/** Who traces the caustics: the graphics device on the page's side, or the engine in the worker. */
export type Tracer = 'device' | 'engine';

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

/** What light through the body depends on beside its shape. */
export interface SunValues {
  ior: number;
  extinctionRed: number; // 1/m
  extinctionGreen: number;
  extinctionBlue: number;
  lightX: number; // where the light goes, of any length
  lightY: number;
  lightZ: number;
}

export interface JellyValues extends LightFrame, SunValues {
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
  cuts: number; // of a triangle of rays, for the device; -1: the specified transport
  lives: number; // how often the body has begun
}

/** For tests: the engine's caustics at these steps, each with the history of those before; cuts as in JellyValues. */
export interface TraceOrder {
  steps: number[];
  cuts: number;
}
export interface TracedPose {
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
  centre: Triple;
  sun: SunValues;
  rays: Float64Array; // solgel_jelly_light_rays
  flags: Uint8Array;
  irradiance: Float32Array;
  received: number[]; // m^2 of full sun, three colours
}

export const kMaskSize = 192;
export const kCausticSize = 384;

/** Names of the arrays in a frame; those of light come only when light was refreshed, caustics only from the engine. */
export type ArrayName = 'positions' | 'normals' | 'thickness' | 'masks' | 'caustics';

export interface JellySteps extends StepsAndHash {
  /** SHA-256 of the nodes' positions. */
  positions: string;
}
