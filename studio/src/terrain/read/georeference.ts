// How long a cell of a TIFF is, in metres, from GeoTIFF's tags (OGC 19-008): as the native reader has it where a file
// says metres outright or names a grid that is known to be in them. All else needs a library of coordinate systems, which
// the command has; here the reader is asked.
import type { HeightMap } from '../messages';

export interface GeoTags {
  /** ModelPixelScale 33550, ModelTransformation 34264: doubles. */
  scale: number[];
  transformation: number[];
  /** GeoKeyDirectory 34735: four numbers of a header, then four a key. */
  directory: number[];
  /** GDAL_METADATA 42112 says what values are multiplied with. */
  isScaled: boolean;
}

const kMetre = 9001;
const kUndefined = 32767;
const kAsk = 'how long its cells are is not known to the page: say it in metres, under Land';

/** Universal transverse Mercator, on WGS 84 and ETRS89, and the grid of web maps. */
const isInMetres = (crs: number): boolean =>
  (crs > 32600 && crs <= 32660) || (crs > 32700 && crs <= 32760) || (crs >= 25828 && crs <= 25838) || crs === 3857;

export function unitsOf({ scale, transformation, directory, isScaled }: GeoTags): Pick<HeightMap, 'units' | 'remark'> {
  const [a = 0, b = 0, , , d = 0, e = 0] = transformation;
  const x = scale.length >= 2 ? Math.abs(scale[0] ?? 0) : Math.hypot(a, d);
  const y = scale.length >= 2 ? Math.abs(scale[1] ?? 0) : Math.hypot(b, e);
  const isSized = x > 0 && y > 0 && Number.isFinite(x) && Number.isFinite(y);
  if (!isSized) return directory.length > 0 ? { remark: kAsk } : {};
  const units = { units: { x, y, value: 1 } };
  if (isScaled) return { remark: kAsk };
  if (directory.length === 0) return units; // of an unnamed unit: taken as metres, natively too
  const key = (id: number): number => {
    for (let k = 4; k + 3 < directory.length; k += 4) if (directory[k] === id && directory[k + 1] === 0) return directory[k + 3] ?? 0;
    return 0;
  };
  const said = (id: number): boolean => key(id) !== 0 && key(id) !== kUndefined;
  const isProjected = key(1024) === 1;
  const isMetric = said(3076) ? key(3076) === kMetre : !said(3075) && isInMetres(key(3072));
  const isHigh = said(4099) ? key(4099) === kMetre : !said(4096);
  return isProjected && isMetric && isHigh && !said(3077) ? units : { remark: kAsk };
}
