// What the shaders of the terrain know: the map's measures, sun and sky, the land's cover, what is painted.
//
// The world has y up, x east and z south; the map's shorter side is kSide long, and a hundred-and-twenty-eighth of it is
// the unit that colours and textures are counted in. Heights reach the shaders as the map has them.
import { Color, Vector2, Vector3 } from 'three/webgpu';
import { uniform } from 'three/tsl';
import { lightColour } from '../sand/look';
import type { Begun } from './messages';
import type { Look, Paint, State } from './look';
import { kPaints, sunKelvin } from './look';

export const kSide = 10;
export const kUnit = kSide / 128;
const kWhiteAlbedo = 0.64; // that comes out as 1
const kBlock = 0.08; // thickness of the block below the lowest land, of the shorter side

export function makeUniforms() {
  return {
    cells: uniform(new Vector2(3, 3)),
    size: uniform(new Vector2(kSide, kSide)), // of the map in the world
    cell: uniform(1), // side of a cell in the world
    zero: uniform(0), // height, as the map has it, of the world's y = 0
    rise: uniform(1), // world's length of a height of 1
    low: uniform(0), // in the world: lowest and highest dry land
    high: uniform(1),
    sea: uniform(-1e6),
    hasSea: uniform(0),
    depth: uniform(1), // that the water's colour is made for
    floor: uniform(-1),
    split: uniform(-1), // cells west of it are shown as they were before
    toSun: uniform(new Vector3(0, 1, 0)),
    sunLow: uniform(0.3), // tangents of the sun's lower and upper edge
    sunHigh: uniform(0.4),
    sun: uniform(new Color()),
    sky: uniform(new Color()),
    gain: uniform(1 / kWhiteAlbedo),
    reach: uniform(64), // of shadows, in cells
    marches: uniform(48, 'int'),
    haze: uniform(0.25),
    rock: uniform(0.7),
    vegetation: uniform(0.6),
    snowLine: uniform(0.8),
    water: uniform(0.5),
    texture: uniform(1),
    paint: uniform(0, 'int'),
    backdrop: uniform(new Color()),
    zenith: uniform(new Color()),
    table: uniform(new Color()),
    air: uniform(new Color()),
  };
}
export type TerrainUniforms = ReturnType<typeof makeUniforms>;

export interface Shown {
  begun: Begun;
  /** Level of the sea as the map has it, or null. */
  sea: number | null;
  low: number;
  high: number;
}

export function setLook(u: TerrainUniforms, look: Look, shown: Shown, paint: Paint): void {
  const { begun, sea } = shown;
  const least = Math.min(begun.shownX, begun.shownY);
  const cell = kSide / least;
  u.cells.value.set(begun.shownX, begun.shownY);
  u.size.value.set(begun.shownX * cell, begun.shownY * cell);
  u.cell.value = cell;
  const perCell = kSide / Math.min(begun.nx, begun.ny);
  u.rise.value = begun.cellsPerValue * perCell * look.exaggeration;
  // The ground lies where it lay before the rain: what sinks is seen to sink.
  u.zero.value = sea ?? begun.low;
  const world = (h: number): number => (h - u.zero.value) * u.rise.value;
  const lowest = Math.min(world(shown.low), world(begun.low));
  u.hasSea.value = sea === null ? 0 : 1;
  u.sea.value = sea === null ? -1e6 : 0;
  u.low.value = Math.max(world(begun.low), u.sea.value);
  u.high.value = Math.max(world(begun.high), u.low.value + 1e-3 * kSide);
  u.floor.value = lowest - kBlock * kSide;
  u.depth.value = Math.max(0.012 * kSide, 0.3 * -Math.min(0, lowest));

  const azimuth = (look.sun_azimuth * Math.PI) / 180;
  const elevation = (Math.min(look.sun_elevation, 90 - look.sun_size) * Math.PI) / 180;
  const radius = (look.sun_size * Math.PI) / 180;
  const level = Math.cos(elevation);
  u.toSun.value.set(Math.sin(azimuth) * level, Math.sin(elevation), -Math.cos(azimuth) * level);
  u.sunLow.value = Math.tan(Math.max(0.01, elevation - radius));
  u.sunHigh.value = Math.tan(Math.min(1.565, elevation + radius));
  const strength = (1 - look.sky_share) / Math.max(0.2, Math.sin(elevation));
  u.sun.value.copy(lightColour(sunKelvin(elevation))).multiplyScalar(strength);
  u.sky.value.copy(lightColour(8200)).multiplyScalar(look.sky_share);
  u.gain.value = 2 ** look.exposure / kWhiteAlbedo;
  const relief = world(Math.max(shown.high, begun.high)) - u.low.value;
  u.reach.value = Math.max(4, Math.min(1.5 * least, relief / u.sunLow.value / cell));
  u.marches.value = Math.round(Math.min(72, Math.max(20, 12 + u.reach.value / 3)));
  u.haze.value = look.haze;
  u.rock.value = Math.tan((look.rock * Math.PI) / 180);
  u.vegetation.value = look.vegetation;
  u.snowLine.value = look.snow_line;
  u.water.value = look.water;
  u.texture.value = look.texture;
  u.paint.value = Object.keys(kPaints).indexOf(paint);
}

/** What stands around the block follows the page: a light table, or a dark room. */
export function setRoom(u: TerrainUniforms, dark: boolean): void {
  u.backdrop.value.setRGB(...((dark ? [0.024, 0.027, 0.034] : [0.66, 0.66, 0.655]) as [number, number, number]));
  u.zenith.value.setRGB(...((dark ? [0.012, 0.017, 0.03] : [0.33, 0.49, 0.74]) as [number, number, number]));
  u.table.value.setScalar(dark ? 0.045 : 0.44);
  u.air.value.setRGB(...((dark ? [0.3, 0.36, 0.45] : [0.66, 0.74, 0.84]) as [number, number, number]));
}

export function splitOf(state: State, share: number, cells: number): number {
  return state === 'after' ? -1 : state === 'before' ? cells + 1 : Math.round(share * cells);
}
