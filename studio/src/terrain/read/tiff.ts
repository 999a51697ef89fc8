// TIFF 6.0 as height maps use it most: one band, strips, uncompressed or deflate, unsigned 8 and 16 bit, signed 16 bit
// and 32-bit floating point; with predictor 2 for integers and GDAL's nodata tag. Tiles, LZW, BigTIFF and the rest are
// for the command line, and the error says so.
import type { HeightMap } from '../messages';
import { checkSize, inflate } from '../png';
import { unitsOf } from './georeference';

const kSizes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 12: 8, 16: 8 };
const kElsewhere = 'the command line reads more kinds of TIFF';

export const isTiff = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x49 && bytes[1] === 0x49 && bytes[3] === 0) || (bytes[0] === 0x4d && bytes[1] === 0x4d && bytes[2] === 0);

export async function readTiff(bytes: Uint8Array<ArrayBuffer>, name: string, mostCells: number): Promise<HeightMap> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = bytes[0] === 0x49;
  const refuse = (found: string): never => {
    throw new Error(`${name}: ${found}; the page takes strips, uncompressed or deflate, one band of u8, u16, i16 or f32: ${kElsewhere}`);
  };
  const cut = (): never => {
    throw new Error(`${name}: a TIFF that is cut off; copy the file again`);
  };
  const u16 = (at: number): number => (at + 2 <= bytes.length ? view.getUint16(at, little) : cut());
  const u32 = (at: number): number => (at + 4 <= bytes.length ? view.getUint32(at, little) : cut());
  if (u16(2) !== 42) refuse(u16(2) === 43 ? 'a BigTIFF' : `a TIFF of version ${u16(2)}`);

  const tags = new Map<number, { type: number; count: number; at: number }>();
  const directory = u32(4);
  for (let k = 0; k < u16(directory); ++k) {
    const at = directory + 2 + 12 * k;
    const [type, count] = [u16(at + 2), u32(at + 4)];
    const size = (kSizes[type] ?? 4) * count;
    tags.set(u16(at), { type, count, at: size <= 4 ? at + 8 : u32(at + 8) });
  }
  const list = (tag: number): number[] => {
    const found = tags.get(tag);
    if (!found) return [];
    if (found.count > 65536) cut();
    return Array.from({ length: found.count }, (_, k) => (found.type === 3 ? u16(found.at + 2 * k) : u32(found.at + 4 * k)));
  };
  const doubles = (tag: number): number[] => {
    const found = tags.get(tag);
    if (found?.type !== 12 || found.count > 16) return [];
    if (found.at + 8 * found.count > bytes.length) cut();
    return Array.from({ length: found.count }, (_, k) => view.getFloat64(found.at + 8 * k, little));
  };
  const one = (tag: number, otherwise: number): number => list(tag)[0] ?? otherwise;

  const [nx, ny] = [one(256, 0), one(257, 0)];
  checkSize(nx, ny, name, mostCells);
  const bits = one(258, 1);
  const format = one(339, 1);
  const packing = one(259, 1);
  const predictor = one(317, 1);
  if (one(277, 1) !== 1) refuse(`${one(277, 1)} bands`);
  if (tags.has(322)) refuse('tiles');
  if (packing !== 1 && packing !== 8 && packing !== 32946) refuse(`compression ${packing}`);
  if (predictor !== 1 && !(predictor === 2 && format !== 3)) refuse(`predictor ${predictor}`);
  if (!((format <= 2 && bits === 16) || (format === 1 && bits === 8) || (format === 3 && bits === 32))) {
    refuse(`samples of ${bits} bit, sample format ${format}`);
  }

  const sample = bits / 8;
  const rows = Math.min(ny, one(278, ny));
  const offsets = list(273);
  const counts = list(279);
  const georeference = unitsOf({
    scale: doubles(33550),
    transformation: doubles(34264),
    directory: list(34735),
    isScaled: tags.has(42112) && gdalText(bytes, tags.get(42112)).includes('role="scale"'),
  });
  const nodata = gdalNodata(bytes, tags.get(42113));
  const heights = new Float64Array(nx * ny);
  const missing = new Uint8Array(nx * ny);
  let gaps = 0;
  for (let strip = 0; strip * rows < ny; ++strip) {
    const [from, count] = [offsets[strip] ?? cut(), counts[strip] ?? cut()];
    if (from + count > bytes.length) cut();
    const first = strip * rows;
    const high = Math.min(rows, ny - first);
    const wanted = high * nx * sample;
    const packed = bytes.subarray(from, from + count);
    if (packing === 1 && count < wanted) cut();
    const data = packing === 1 ? packed : await inflate([packed], wanted, name);
    const samples = new DataView(data.buffer, data.byteOffset, data.byteLength);
    for (let row = 0; row < high; ++row) {
      let last = 0;
      for (let i = 0; i < nx; ++i) {
        const at = (row * nx + i) * sample;
        let value = format === 3 ? samples.getFloat32(at, little) : bits === 8 ? samples.getUint8(at) : samples.getUint16(at, little);
        if (predictor === 2) last = value = (value + last) % 2 ** bits;
        if (format === 2 && value >= 32768) value -= 65536;
        const to = (ny - 1 - first - row) * nx + i;
        heights[to] = value;
        if (nodata === null || !(value === nodata || (Number.isNaN(value) && Number.isNaN(nodata)))) continue;
        missing[to] = 1;
        ++gaps;
      }
    }
  }
  return { nx, ny, heights, missing: gaps > 0 ? missing : null, format: `TIFF, ${bits} bit`, ...georeference, full: format === 3 ? 1 : format === 2 ? 32767 : 2 ** bits - 1 };
}

function gdalText(bytes: Uint8Array, tag: { count: number; at: number } | undefined): string {
  if (!tag || tag.at + tag.count > bytes.length) return '';
  return new TextDecoder('latin1').decode(bytes.subarray(tag.at, tag.at + tag.count)).replaceAll('\0', '').trim();
}

function gdalNodata(bytes: Uint8Array, tag: { count: number; at: number } | undefined): number | null {
  const text = gdalText(bytes, tag);
  return text === '' ? null : Math.fround(Number(text));
}
