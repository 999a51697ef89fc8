// Files that the page writes itself: arrays as .npy and .csv, heights as 16-bit PNG. Rows are given south first and are
// written north first, as pictures are read.

/** NumPy's format 1.0, float32, shape (rows, columns). */
export function npy(values: Float32Array, nx: number, ny: number): Blob {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${ny}, ${nx}), }`;
  const padded = `${text}${' '.repeat(63 - ((10 + text.length) % 64))}\n`;
  const head = new Uint8Array(10 + padded.length);
  head.set([0x93, ...new TextEncoder().encode('NUMPY'), 1, 0, padded.length & 255, padded.length >> 8]);
  head.set(new TextEncoder().encode(padded), 10);
  return new Blob([head, northFirst(values, nx, ny)], { type: 'application/octet-stream' });
}

export function csv(values: Float32Array, nx: number, ny: number): Blob {
  const rows: string[] = [];
  for (let j = ny - 1; j >= 0; --j) {
    rows.push([...values.subarray(j * nx, (j + 1) * nx)].map((v) => Number(v.toPrecision(7))).join(','));
  }
  return new Blob([`${rows.join('\n')}\n`], { type: 'text/csv' });
}

function northFirst(values: Float32Array, nx: number, ny: number): Float32Array<ArrayBuffer> {
  const out = new Float32Array(values.length);
  for (let j = 0; j < ny; ++j) out.set(values.subarray(j * nx, (j + 1) * nx), (ny - 1 - j) * nx);
  return out;
}

/** A grey PNG of 16 bits: 0 is `low`, 65535 is `high`; both are written into the file. */
export async function png16(values: Float32Array, nx: number, ny: number, low: number, high: number): Promise<Blob> {
  const raw = new Uint8Array(ny * (1 + 2 * nx));
  const scale = high > low ? 65535 / (high - low) : 0;
  for (let j = 0; j < ny; ++j) {
    const row = j * (1 + 2 * nx) + 1; // the byte before it says: no filter
    const from = (ny - 1 - j) * nx;
    for (let i = 0; i < nx; ++i) {
      const v = Math.min(65535, Math.max(0, Math.round(((values[from + i] ?? low) - low) * scale)));
      raw[row + 2 * i] = v >> 8;
      raw[row + 2 * i + 1] = v & 255;
    }
  }
  const packed = new Blob([raw]).stream().pipeThrough(new CompressionStream('deflate'));
  const data = new Uint8Array(await new Response(packed).arrayBuffer());
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, nx);
  view.setUint32(4, ny);
  head.set([16, 0, 0, 0, 0], 8);
  const latin = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (c) => c.charCodeAt(0));
  const signature = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  const parts = [
    signature,
    chunk('IHDR', head),
    chunk('tEXt', latin(`Heights\0${low} ${high}`)),
    chunk('IDAT', data),
    chunk('IEND', new Uint8Array()),
  ];
  return new Blob(parts, { type: 'image/png' });
}

function chunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(12 + data.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  out.set(
    [...name].map((c) => c.charCodeAt(0)),
    4,
  );
  out.set(data, 8);
  view.setUint32(8 + data.length, crc(out.subarray(4, 8 + data.length)));
  return out;
}

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});
function crc(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = (table[(c ^ byte) & 255] ?? 0) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}
