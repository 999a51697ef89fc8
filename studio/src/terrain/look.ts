// How the land looks: the rows that a live picture has of the engine's own "terrain-look" table, and the light that
// follows from them. Same names, ranges and formulas as src/render/terrain_light.cpp; the sun is a little
// lower, as a picture that turns shows more by its shadows.
import type { Parameter } from '../engine/module';

export interface Look {
  sun_azimuth: number;
  sun_elevation: number;
  sun_size: number;
  sky_share: number;
  haze: number;
  exposure: number;
  exaggeration: number;
  rock: number;
  vegetation: number;
  snow_line: number;
  water: number;
  texture: number;
}

type Row = Parameter & { name: keyof Look };
const row = (name: keyof Look, unit: string, low: number, high: number, value: number, text: string): Row => ({
  name,
  unit,
  low,
  high,
  default: value,
  whole: false,
  text,
});

export const lightRows: Row[] = [
  row('sun_azimuth', 'deg', 0, 360, 315, 'Where the sun stands, clockwise from north.'),
  row('sun_elevation', 'deg', 3, 90, 34, 'Height of the sun above the horizon; a low sun throws long shadows and is warmer.'),
  row('sun_size', 'deg', 0.2, 15, 3, 'Angular radius of the sun: how soft its shadows are.'),
  row('sky_share', '', 0, 1, 0.45, 'Share of the sky in the light on level ground; the rest comes from the sun.'),
  row('haze', '', 0, 1, 0.25, 'Strength of the haze over valleys and over distances.'),
  row('exposure', 'stops', -3, 3, 0, 'Brightness of the picture in powers of two.'),
];
export const coverRows: Row[] = [
  row('exaggeration', '', 0.25, 4, 1, 'Factor on heights; slopes are those of the result.'),
  row('rock', 'deg', 5, 85, 36, 'Slope above which the ground is bare rock.'),
  row('vegetation', '', 0, 1, 0.6, 'Grass and forest on gentle low ground; 0 is a desert.'),
  row('snow_line', '', 0, 2, 0.8, 'Height of the snow line between the lowest land (0) and the highest (1); 2 is no snow.'),
  row('water', '', 0, 1, 0.5, 'How strongly streams are drawn; 0 draws none.'),
  row('texture', '', 0, 2, 1, 'Strength of the fine structure of the ground; 0 shows bare form.'),
];

export const kLook = Object.fromEntries([...lightRows, ...coverRows].map((r) => [r.name, r.default])) as unknown as Look;

/** What the ground's colour shows. */
export const kPaints = {
  natural: 'Land cover',
  height: 'Height',
  slope: 'Slope',
  flow: 'Flow of water',
  change: 'Eroded and deposited',
  deposition: 'Deposits',
} as const;
export type Paint = keyof typeof kPaints;

/** Which state of the land is shown. */
export const kStates = { after: 'After', split: 'Before | after', before: 'Before' } as const;
export type State = keyof typeof kStates;

export function sunKelvin(elevation: number): number {
  const high = Math.min(1, Math.sin(elevation) / Math.sin(Math.PI / 4));
  return 3200 + 1900 * Math.sqrt(high);
}
