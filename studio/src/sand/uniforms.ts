// What the shaders of the sand know: table, lamp, colours, ball.
import { Vector2, Vector3 } from 'three/webgpu';
import type { Color } from 'three/webgpu';
import { uniform } from 'three/tsl';
import type { Look } from './look';
import { albedo, lightColour, toLamp } from './look';

const kLevelSand = 0.72; // radiance of open, level, white sand; a screen's page is brighter than a picture's ground

export function makeUniforms() {
  return {
    table: uniform(new Vector2(316, 216)), // whole table, mm
    cell: uniform(0.5),
    round: uniform(0), // 1: a disc
    frameTop: uniform(5),
    toLamp: uniform(new Vector3(0, 0, 1)),
    lampLow: uniform(0.3), // tangents of the lamp's lower and upper edge
    lampHigh: uniform(0.4),
    lampRadius: uniform(0.05), // rad
    lamp: uniform(new Vector3()), // colour times strength
    sky: uniform(new Vector3()),
    albedo: uniform(new Vector3()),
    gain: uniform(kLevelSand),
    marches: uniform(48, 'int'),
    grain: uniform(1),
    grainSize: uniform(0.28),
    level: uniform(1), // of the sand before the ball came
    ball: uniform(new Vector3(0, 0, 8)), // centre, table frame
    ballRadius: uniform(8),
    ballThere: uniform(1),
  };
}
export type SandUniforms = ReturnType<typeof makeUniforms>;

const setRgb = (vector: Vector3, { r, g, b }: Color): Vector3 => vector.set(r, g, b);

/** Sets everything that follows from the look. */
export function applyLook(u: SandUniforms, look: Look): void {
  const lamp = toLamp(look);
  const elevation = Math.asin(lamp.z);
  const radius = (look.light_size * Math.PI) / 180;
  u.toLamp.value.copy(lamp);
  u.lampLow.value = Math.tan(Math.max(0.005, elevation - radius));
  u.lampHigh.value = Math.tan(Math.min(1.565, elevation + radius));
  u.lampRadius.value = radius;
  setRgb(u.lamp.value, lightColour(look.light_temperature)).multiplyScalar(look.light_balance / Math.max(0.2, lamp.z));
  setRgb(u.sky.value, lightColour(look.sky_temperature)).multiplyScalar(1 - look.light_balance);
  setRgb(u.albedo.value, albedo(look));
  u.gain.value = kLevelSand * 2 ** look.exposure;
  u.grain.value = look.grain;
  u.grainSize.value = look.grain_size;
}

/** How far the march towards the lamp has to go for piles as high as `highest`, in steps. */
export function setMarches(u: SandUniforms, highest: number): void {
  const l = u.toLamp.value;
  const level = Math.hypot(l.x, l.y);
  const stride = level > 1e-4 ? (u.cell.value * level) / Math.max(Math.abs(l.x), Math.abs(l.y)) : u.cell.value;
  u.marches.value = Math.min(192, Math.max(2, Math.ceil(highest / (u.lampLow.value * stride)) + 1));
}
