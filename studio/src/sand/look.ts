// How the sand looks: the rows that a live picture has of the engine's own "look" table (docs/params/look.md), and the
// light that follows from them. Same names, same defaults, same formulas as src/render.
import { Color, Vector3 } from 'three/webgpu';
import type { Parameter } from '../engine/module';

export interface Look {
  light_azimuth: number;
  light_elevation: number;
  light_size: number;
  light_balance: number;
  light_temperature: number;
  sky_temperature: number;
  exposure: number;
  sand_warmth: number;
  grain: number;
  grain_size: number;
}

const row = (
  name: keyof Look,
  unit: string,
  low: number,
  high: number,
  value: number,
  text: string,
): Parameter & { name: keyof Look } => ({ name, unit, low, high, default: value, whole: false, text });

export const lightRows = [
  row('light_azimuth', 'deg', 0, 360, 315, 'Where the lamp stands, clockwise from the top (north) of the table.'),
  row('light_elevation', 'deg', 3, 90, 21, 'Height of the lamp above the horizon; low light rakes across the sand.'),
  row('light_balance', '', 0, 1, 0.8, 'Share of the lamp in the light on level sand; the rest comes from the sky.'),
  row('light_size', 'deg', 0.2, 15, 3, 'Angular radius of the lamp: how soft its shadows are.'),
  row('light_temperature', 'K', 2000, 12000, 4700, 'Colour of the lamp; 5600 is neutral, lower is warmer.'),
  row('sky_temperature', 'K', 2000, 12000, 7600, 'Colour of the light from the sky, which fills the shadows.'),
  row('exposure', 'stops', -3, 3, 0, 'Brightness of the picture in powers of two.'),
];
export const sandRows = [
  row('sand_warmth', '', 0, 1, 0.5, 'Colour of the sand, from white quartz to desert tan.'),
  row('grain', '', 0, 2, 1, 'Strength of the grain; 0 shows the bare relief.'),
  row('grain_size', 'mm', 0.05, 3, 0.28, 'Size of a grain of sand.'),
];

export const kLook = Object.fromEntries([...lightRows, ...sandRows].map((r) => [r.name, r.default])) as unknown as Look;

function blackBody(t: number): [number, number, number] {
  const u = (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t) / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t * t);
  const v = (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t) / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t * t);
  const below = 2 * u - 8 * v + 4;
  const x = (3 * u) / below;
  const y = (2 * v) / below;
  const [X, Z] = [x / y, (1 - x - y) / y];
  return [
    Math.max(0, 3.2404542 * X - 1.5371385 - 0.4985314 * Z),
    Math.max(0, -0.969266 * X + 1.8760108 + 0.041556 * Z),
    Math.max(0, 0.0556434 * X - 0.2040259 + 1.0572252 * Z),
  ];
}

/** Colour of a light of so many kelvin, of luminance 1; 5600 K is white. */
export function lightColour(kelvin: number): Color {
  const [r, g, b] = blackBody(kelvin);
  const [wr, wg, wb] = blackBody(5600);
  const c = [r / wr, g / wg, b / wb] as const;
  const luminance = 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
  return new Color(c[0] / luminance, c[1] / luminance, c[2] / luminance);
}

/** Towards the lamp, in the table's frame: x east, y north, z up. */
export function toLamp(look: Look): Vector3 {
  const azimuth = (look.light_azimuth * Math.PI) / 180;
  const elevation = (Math.min(look.light_elevation, 90 - look.light_size) * Math.PI) / 180;
  const level = Math.cos(elevation);
  return new Vector3(Math.sin(azimuth) * level, Math.cos(azimuth) * level, Math.sin(elevation));
}

export function albedo(look: Look): Color {
  return new Color(0.8, 0.775, 0.735).lerp(new Color(0.74, 0.6, 0.44), look.sand_warmth);
}
