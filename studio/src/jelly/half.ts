// Irradiance as half floats: every device filters those, while filtering of full floats is optional. Two bytes a channel
// also halve what is sent to the graphics device with each refresh.

const kLargest = 65504;
const bits = new Uint32Array(1);
const value = new Float32Array(bits.buffer);

/** Rounds one number that is not negative to the nearest half float. */
export function halfOf(number: number): number {
  if (!(number > 0)) return 0;
  if (number < 2 ** -14) return Math.round(number * 2 ** 24); // denormal, or the least normal one
  value[0] = Math.min(number, kLargest);
  return ((bits[0] ?? 0) - 0x38000000 + 0x1000) >>> 13;
}

const kOne = 0x3c00;

/** Triples to texels of four half floats, alpha 1, two channels a word. */
export function packTexels(rgb: Float32Array, into: Uint32Array): void {
  for (let t = 0, c = 0; c < rgb.length; c += 3, t += 2) {
    const red = rgb[c] ?? 0;
    const green = rgb[c + 1] ?? 0;
    const blue = rgb[c + 2] ?? 0;
    if (red === 0 && green === 0 && blue === 0) {
      into[t] = 0;
      into[t + 1] = kOne << 16;
      continue;
    }
    into[t] = halfOf(red) | (halfOf(green) << 16);
    into[t + 1] = halfOf(blue) | (kOne << 16);
  }
}
