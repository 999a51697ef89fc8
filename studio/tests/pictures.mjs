// Pictures of each tab against stored ones, in Chromium with WebGPU: node tests/pictures.mjs [DIST] [--renew [NAME ...]]
//
// Exact states, cameras from the address, 512 x 512, no antialiasing, stored at half the size. A picture passes when an eye
// would hardly tell it from the stored one (likeness.mjs); that the measure sees what an eye sees is shown by pictures that
// must fail: lamp and sun turned by 20 degrees, mint for berry. --renew stores new ones: look at them before they go in.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { serve } from '../serve.mjs';
import { browser, openPage, studio } from './browser.mjs';
import { runExactly } from './hands.mjs';
import { likeness } from './likeness.mjs';
import { colourPng, halved, readPng } from './png.mjs';

const kLeast = { ssim: 0.985, worst: 0.9, colour: 1 };

// Each: the view, and what is changed in it for a picture that must not pass.
const kSand = 'track=rose&play=0&camera=0.0,420.0,330.0,0.0,0.0,6.0';
const kTerrain = 'kind=island&cells=192&play=0&eye=-38,30,255,0,2,0';
const views = {
  sand: { state: kSand, steps: 12000, wrong: `${kSand}&light_azimuth=335` },
  terrain: { state: kTerrain, steps: 1e9, wrong: `${kTerrain}&sun_azimuth=335` },
  jelly: { state: '', steps: 240, wrong: 'flavour=mint' },
};

const renew = process.argv.indexOf('--renew');
const wanted = renew < 0 ? [] : process.argv.slice(renew + 1);
const dist = process.argv[2] && process.argv[2] !== '--renew' ? process.argv[2] : join(studio, 'dist');
const stored = (name) => join(studio, 'tests/pictures', `${name}.png`);
const out = (name) => join(studio, `out/picture-${name}.png`);
async function keep(path, picture) {
  const bytes = colourPng(picture);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  return bytes.length;
}

/** Everything that is to be drawn has been: for the jelly that means light at its full depth. */
async function settled(page, name) {
  if (name === 'jelly') await page.waitForFunction(() => [...document.querySelectorAll('.facts dd')].some((dd) => dd.textContent.includes('depth 3')));
  await page.evaluate(() => window.solgelStudio.settled());
}

async function take(page, name, state, steps) {
  await page.evaluate(([tab, query]) => window.solgelStudio.open(tab, query), [name, Object.fromEntries(new URLSearchParams(state))]);
  assert.equal(await page.evaluate(() => window.solgelStudio.activeTab), name);
  await runExactly(page, steps);
  await settled(page, name);
  return halved(readPng(Buffer.from(await page.evaluate(() => window.solgelStudio.picture()), 'base64')));
}

const { address, close } = await serve(dist);
const chromium = await browser('WebGPU');
const shown = ({ ssim, worst, colour }) => `structure ${ssim.toFixed(4)}, worst block ${worst.toFixed(3)}, colour ${colour.toFixed(2)}`;
const passes = ({ ssim, worst, colour }) => ssim >= kLeast.ssim && worst >= kLeast.worst && colour <= kLeast.colour;
try {
  const { page, errors } = await openPage(chromium, `${address}?sw=0&aa=0#sand?${kSand}`);
  assert.equal(await page.evaluate(() => window.solgelStudio.backend), 'WebGPU');
  for (const [name, { state, steps, wrong }] of Object.entries(views)) {
    if (renew >= 0 && wanted.length > 0 && !wanted.includes(name)) continue;
    const now = await take(page, name, state, steps);
    if (renew >= 0) {
      const bytes = await keep(stored(name), now);
      console.log(`${name}: ${bytes} bytes stored`);
    } else {
      await keep(out(name), now);
      const like = likeness(now, readPng(await readFile(stored(name))));
      console.log(`${name}: ${shown(like)}`);
      assert.ok(passes(like), `${name}: ${shown(like)}; look at out/picture-${name}.png beside tests/pictures/${name}.png`);
    }
    const other = await take(page, name, wrong, steps);
    await keep(out(`${name}-wrong`), other);
    const unlike = likeness(other, readPng(await readFile(stored(name))));
    console.log(`  not ${wrong.split('&').at(-1)}: ${shown(unlike)}`);
    assert.ok(!passes(unlike), `${name}: another picture passes as the same: ${shown(unlike)}`);
  }
  assert.deepEqual(errors, []);
} finally {
  await chromium.close();
  close();
}
