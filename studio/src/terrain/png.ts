// PNG at full depth, read and written without the browser's own decoder, which would round 16 bits to 8.
//
// Read: grey, 8 or 16 bit, not interlaced; everything else is refused with what was found and what is allowed. What a
// header promises is held against a bound before memory is taken, and no more than that is inflated. Checksums are
// those of the specification (ISO/IEC 15948).
import type { HeightMap } from './messages';

const kSignature = [137, 80, 78, 71, 13, 10, 26, 10];
const kTypes: Record<number, string> = { 2: 'colour', 3: 'a palette', 4: 'grey with transparency', 6: 'colour with transparency' };

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});
function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = (crcTable[(c ^ byte) & 255] ?? 0) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** Inflates zlib data that must give exactly `wanted` bytes. */
export async function inflate(parts: Uint8Array<ArrayBuffer>[], wanted: number, name: string): Promise<Uint8Array> {
  const out = new Uint8Array(wanted);
  let at = 0;
  const reader = new Blob(parts).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (at + value.length > wanted) throw new RangeError('more');
      out.set(value, at);
      at += value.length;
    }
  } catch (thrown) {
    void reader.cancel().catch(() => {});
    const what = thrown instanceof RangeError ? 'holds more data than its header says' : 'has damaged data';
    throw new Error(`${name}: the compressed part ${what}; save the map again`);
  }
  if (at < wanted) throw new Error(`${name}: cut off: ${at} of ${wanted} bytes of samples; copy the file again`);
  return out;
}

export const isPng = (bytes: Uint8Array): boolean => kSignature.every((byte, k) => bytes[k] === byte);

export async function readPng(bytes: Uint8Array<ArrayBuffer>, name: string, mostCells: number): Promise<HeightMap> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let nx = 0;
  let ny = 0;
  let depth = 0;
  let ended = false;
  for (let at = 8; at + 12 <= bytes.length && !ended; ) {
    const length = view.getUint32(at);
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (length > bytes.length - at - 12) break;
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length)) {
      throw new Error(`${name}: the checksum of its ${kind} part is wrong: the file is damaged; copy it again`);
    }
    if (kind === 'IHDR') {
      if (length !== 13) throw new Error(`${name}: its header has ${length} bytes; a PNG's has 13`);
      [nx, ny] = [view.getUint32(at + 8), view.getUint32(at + 12)];
      depth = data[8] ?? 0;
      const found = kTypes[data[9] ?? 0];
      if (found) throw new Error(`${name}: the picture has ${found}; a height map is grey, 8 or 16 bit: save it as greyscale`);
      if (depth !== 8 && depth !== 16) throw new Error(`${name}: ${depth} bit grey; allowed are 8 and 16 bit`);
      if (data[12]) throw new Error(`${name}: an interlaced PNG; save it without interlacing`);
      checkSize(nx, ny, name, mostCells);
    } else if (kind === 'tRNS') {
      throw new Error(`${name}: a grey value is marked as transparent; save it without transparency`);
    } else if (kind === 'IDAT') {
      parts.push(data);
    }
    ended = kind === 'IEND';
    at += 12 + length;
  }
  if (nx === 0 || parts.length === 0) throw new Error(`${name}: starts like a PNG but holds no picture; copy the file again`);
  if (!ended) throw new Error(`${name}: a PNG that is cut off; copy the file again`);
  const pixel = depth / 8;
  const stride = nx * pixel + 1;
  const raw = await inflate(parts, stride * ny, name);
  const heights = new Float64Array(nx * ny);
  let above: Uint8Array = new Uint8Array(nx * pixel);
  for (let row = 0; row < ny; ++row) {
    const line = raw.subarray(row * stride + 1, (row + 1) * stride);
    unfilter(raw[row * stride] ?? 0, line, above, pixel, name);
    above = line;
    const to = (ny - 1 - row) * nx;
    for (let i = 0; i < nx; ++i) {
      heights[to + i] = pixel === 2 ? 256 * (line[2 * i] ?? 0) + (line[2 * i + 1] ?? 0) : (line[i] ?? 0);
    }
  }
  return { nx, ny, heights, missing: null, format: `PNG, ${depth} bit`, full: 2 ** depth - 1 };
}

export function checkSize(nx: number, ny: number, name: string, mostCells: number): void {
  if (nx < 3 || ny < 3 || nx * ny > mostCells) {
    const most = Math.floor(Math.sqrt(mostCells));
    throw new Error(`${name}: ${nx} x ${ny} cells; the page takes 3 x 3 to ${most} x ${most}: crop or scale it, or use the command line`);
  }
}

function unfilter(kind: number, line: Uint8Array, above: Uint8Array, pixel: number, name: string): void {
  if (kind > 4) throw new Error(`${name}: a row has filter ${kind}; a PNG has 0 to 4: the file is damaged`);
  if (kind === 0) return;
  for (let i = 0; i < line.length; ++i) {
    const a = i >= pixel ? (line[i - pixel] ?? 0) : 0;
    const b = above[i] ?? 0;
    const c = i >= pixel ? (above[i - pixel] ?? 0) : 0;
    let guess = 0;
    if (kind === 1) guess = a;
    else if (kind === 2) guess = b;
    else if (kind === 3) guess = (a + b) >> 1;
    else {
      const p = a + b - c;
      const [da, db, dc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
      guess = da <= db && da <= dc ? a : db <= dc ? b : c;
    }
    line[i] = ((line[i] ?? 0) + guess) & 255;
  }
}

/** 16 bit grey; `values` from south to north. The rows are written from the north, with the filter "up". */
export async function writePng(
  nx: number,
  ny: number,
  values: Uint16Array,
  text: Record<string, string>,
): Promise<Uint8Array<ArrayBuffer>> {
  const stride = 2 * nx + 1;
  const raw = new Uint8Array(stride * ny);
  const byte = (row: number, k: number): number => {
    const v = values[(ny - 1 - row) * nx + (k >> 1)] ?? 0;
    return k & 1 ? v & 255 : v >> 8;
  };
  for (let row = 0; row < ny; ++row) {
    raw[row * stride] = row > 0 ? 2 : 0;
    for (let k = 0; k < 2 * nx; ++k) {
      raw[row * stride + 1 + k] = row > 0 ? (byte(row, k) - byte(row - 1, k)) & 255 : byte(row, k);
    }
  }
  const packed = new Blob([raw]).stream().pipeThrough(new CompressionStream('deflate'));
  const data = new Uint8Array(await new Response(packed).arrayBuffer());
  const header = new Uint8Array(13);
  const fields = new DataView(header.buffer);
  fields.setUint32(0, nx);
  fields.setUint32(4, ny);
  header[8] = 16;
  const chunks = [chunk('IHDR', header)];
  for (const [key, value] of Object.entries(text)) chunks.push(chunk('tEXt', latin(`${key}\0${value}`)));
  chunks.push(chunk('IDAT', data), chunk('IEND', new Uint8Array(0)));
  const out = new Uint8Array(8 + chunks.reduce((sum, one) => sum + one.length, 0));
  out.set(kSignature);
  let at = 8;
  for (const one of chunks) {
    out.set(one, at);
    at += one.length;
  }
  return out;
}

const latin = (text: string): Uint8Array => Uint8Array.from(text, (letter) => Math.min(255, letter.charCodeAt(0)));

function chunk(kind: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + data.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  out.set(latin(kind), 4);
  out.set(data, 8);
  view.setUint32(8 + data.length, crc32(out.subarray(4, 8 + data.length)));
  return out;
}
