// How alike two pictures are to an eye that sees the page at arm's length.
//
// Both are laid on white and taken to CIE L*a*b*. They have 256 pixels a side: at arm's length 512 of a screen are as 256 in
// the experiments that SSIM was fitted to (its authors average over 2 x 2 pixels then). Two measures, over what either
// picture shows:
//   ssim   structure of L*: Z. Wang, A. C. Bovik, H. R. Sheikh, E. P. Simoncelli, Image quality assessment: from error
//          visibility to structural similarity, IEEE Trans. Image Process. 13 (2004), equation 13, with its Gaussian window
//          (11 x 11, sigma 1.5) and constants, for a range of 100; the mean, and the mean of the worst block of 32 x 32
//   colour mean distance in L*a*b* (CIE 1976) after the same window: about 2.3 is just seen (M. Mahy, L. Van Eycken,
//          A. Oosterlinck, Color Res. Appl. 19, 1994)
const kReach = 5;
const kBlock = 32;
const [kC1, kC2] = [(0.01 * 100) ** 2, (0.03 * 100) ** 2];

const linear = Float64Array.from({ length: 256 }, (_, v) => (v <= 10 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
const cube = (t) => (t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29);

/** L*, a*, b* of sRGB under D65, and what is covered. */
function toLab({ width, height, rgba }) {
  const cells = width * height;
  const lab = [0, 1, 2].map(() => new Float64Array(cells));
  for (let k = 0; k < cells; ++k) {
    const alpha = rgba[4 * k + 3] / 255;
    const [r, g, b] = [0, 1, 2].map((c) => alpha * linear[rgba[4 * k + c]] + 1 - alpha);
    const x = cube((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    const y = cube(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
    const z = cube((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
    [lab[0][k], lab[1][k], lab[2][k]] = [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  }
  return { w: width, h: height, lab, covered: (k) => rgba[4 * k + 3] > 0 };
}

const taps = Array.from({ length: 2 * kReach + 1 }, (_, k) => Math.exp(-((k - kReach) ** 2) / (2 * 1.5 ** 2)));
const whole = taps.reduce((sum, t) => sum + t);

/** Mean under the Gaussian window around each pixel; the border is repeated outwards. */
function blurred(from, w, h) {
  const pass = (values, across) => {
    const out = new Float64Array(w * h);
    for (let j = 0; j < h; ++j) {
      for (let i = 0; i < w; ++i) {
        let sum = 0;
        for (let t = -kReach; t <= kReach; ++t) {
          const [x, y] = across ? [Math.min(w - 1, Math.max(0, i + t)), j] : [i, Math.min(h - 1, Math.max(0, j + t))];
          sum += taps[t + kReach] * values[y * w + x];
        }
        out[j * w + i] = sum / whole;
      }
    }
    return out;
  };
  return pass(pass(from, true), false);
}

/** { ssim, worst, colour } of two pictures { width, height, rgba } of one size. */
export function likeness(p, q) {
  if (p.width !== q.width || p.height !== q.height) throw new Error(`${p.width} x ${p.height} and ${q.width} x ${q.height} pixels`);
  const [a, b] = [toLab(p), toLab(q)];
  const { w, h } = a;
  const mean = (x, y) => blurred(y ? x.map((v, k) => v * y[k]) : x, w, h);
  const [la, lb] = [a.lab[0], b.lab[0]];
  const [ma, mb, aa, bb, ab] = [mean(la), mean(lb), mean(la, la), mean(lb, lb), mean(la, lb)];
  const [a1, b1, a2, b2] = [a.lab[1], b.lab[1], a.lab[2], b.lab[2]].map((values) => mean(values));
  const blocks = new Map();
  let [ssim, colour, count] = [0, 0, 0];
  for (let k = 0; k < w * h; ++k) {
    if (!a.covered(k) && !b.covered(k)) continue;
    const s =
      ((2 * ma[k] * mb[k] + kC1) * (2 * (ab[k] - ma[k] * mb[k]) + kC2)) /
      ((ma[k] ** 2 + mb[k] ** 2 + kC1) * (aa[k] - ma[k] ** 2 + bb[k] - mb[k] ** 2 + kC2));
    ssim += s;
    colour += Math.hypot(ma[k] - mb[k], a1[k] - b1[k], a2[k] - b2[k]);
    ++count;
    const block = Math.floor(Math.floor(k / w) / kBlock) * w + Math.floor((k % w) / kBlock);
    const [sum, n] = blocks.get(block) ?? [0, 0];
    blocks.set(block, [sum + s, n + 1]);
  }
  if (count === 0) throw new Error('both pictures are empty');
  const worst = Math.min(...[...blocks.values()].filter(([, n]) => n >= kBlock).map(([sum, n]) => sum / n));
  return { ssim: ssim / count, worst, colour: colour / count };
}
