// PNG for the tests: what the page's pictures are, and height maps.
import { deflateSync, inflateSync } from 'node:zlib';

/** Pixels of an 8-bit RGB or RGBA PNG, four bytes each. */
export function readPng(bytes) {
  let [width, height, channels] = [0, 0, 4];
  const data = [];
  for (let at = 8; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    const kind = bytes.toString('latin1', at + 4, at + 8);
    if (kind === 'IHDR') {
      [width, height] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
      const [depth, colour, , , interlaced] = bytes.subarray(at + 16, at + 21);
      channels = { 2: 3, 6: 4 }[colour] ?? 0;
      if (depth !== 8 || channels === 0 || interlaced) throw new Error(`a PNG of ${depth} bits, kind ${colour}; 8-bit RGB or RGBA wanted`);
    } else if (kind === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + size));
    at += size + 12;
  }
  const raw = inflateSync(Buffer.concat(data));
  return { width, height, rgba: unfiltered(raw, width, height, channels) };
}

function unfiltered(raw, width, height, channels) {
  const row = width * channels;
  const lines = new Uint8Array(row * height);
  for (let j = 0; j < height; ++j) {
    const filter = raw[j * (row + 1)];
    for (let i = 0; i < row; ++i) {
      const left = i >= channels ? lines[j * row + i - channels] : 0;
      const up = j > 0 ? lines[(j - 1) * row + i] : 0;
      const corner = i >= channels && j > 0 ? lines[(j - 1) * row + i - channels] : 0;
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
      const guess = [0, left, up, (left + up) >> 1, a <= b && a <= c ? left : b <= c ? up : corner][filter];
      lines[j * row + i] = raw[j * (row + 1) + 1 + i] + guess;
    }
  }
  const rgba = new Uint8Array(4 * width * height).fill(255);
  for (let k = 0; k < width * height; ++k) for (let c = 0; c < channels; ++c) rgba[4 * k + c] = lines[channels * k + c];
  return rgba;
}

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; ++k) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});
function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const crc = ~body.reduce((c, byte) => table[(c ^ byte) & 255] ^ (c >>> 8), -1) >>> 0;
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length);
  body.copy(out, 4);
  out.writeUInt32BE(crc, body.length + 4);
  return out;
}
/** `raw`: rows, each after a byte that names its filter. */
function pack(width, height, depth, colour, raw) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  [head[8], head[9]] = [depth, colour];
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(raw, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

/** A 16-bit grey PNG of one value per cell. */
export function greyPng(nx, ny, value) {
  const raw = Buffer.alloc(ny * (2 * nx + 1));
  for (let j = 0; j < ny; ++j) for (let i = 0; i < nx; ++i) raw.writeUInt16BE(value(i, j), j * (2 * nx + 1) + 1 + 2 * i);
  return pack(nx, ny, 16, 0, raw);
}

/** An RGBA PNG; each row holds what differs from the one above. */
export function colourPng({ width, height, rgba }) {
  const row = 4 * width;
  const raw = Buffer.alloc(height * (row + 1));
  for (let j = 0; j < height; ++j) {
    raw[j * (row + 1)] = 2;
    for (let i = 0; i < row; ++i) raw[j * (row + 1) + 1 + i] = rgba[j * row + i] - (j > 0 ? rgba[(j - 1) * row + i] : 0);
  }
  return pack(width, height, 8, 6, raw);
}

/** Half the size: means of the light of 2 x 2 pixels, weighted with what they cover. */
export function halved({ width, height, rgba }) {
  const toLight = (v) => (v <= 10 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const fromLight = (v) => 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);
  const [w, h] = [width >> 1, height >> 1];
  const out = new Uint8Array(4 * w * h);
  for (let k = 0; k < w * h; ++k) {
    const corner = 4 * (2 * Math.floor(k / w) * width + 2 * (k % w));
    const four = [0, 4, 4 * width, 4 * width + 4].map((more) => rgba.subarray(corner + more, corner + more + 4));
    const alpha = four.reduce((sum, p) => sum + p[3], 0);
    for (let c = 0; c < 3 && alpha > 0; ++c) out[4 * k + c] = Math.round(fromLight(four.reduce((sum, p) => sum + p[3] * toLight(p[c]), 0) / alpha));
    out[4 * k + 3] = Math.round(alpha / 4);
  }
  return { width: w, height: h, rgba: out };
}
