// The terrain tab in Chromium, with WebGPU and with WebGL 2: node tests/terrain.mjs [DIST]. Pictures go to studio/out.
//
// The lands of tests/api/terrain_hashes.txt are eroded in the page to the very hashes of the native build, through hands,
// a hidden page and a lost device; wrong files are named and leave the run as it is; a map goes in as 16-bit PNG and comes
// out again.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve } from '../serve.mjs';
import { browser, openPage, screenshot, studio } from './browser.mjs';
import { closeToasts, dropFiles, hide, inAddress, loseGraphics, offers, pickFiles, runExactly, says } from './hands.mjs';
import { stateHash, stroke, toasts, touch, trapAndRevive, until } from './hands.mjs';
import { greyPng } from './png.mjs';

const lands = (await readFile(join(studio, '../tests/api/terrain_hashes.txt'), 'utf8')).trim().split('\n');
// Of `solgel terrain FILE --json` on the maps of the same names below.
const kMaps = { 'slope.png': 'af957a245de8f327', 'bowl.png': '71a87b8eaf5cb9fd' };
const kSize = { width: 400, height: 400 }; // pixels are dear on the software device
const { address, close } = await serve(process.argv[2] ?? join(studio, 'dist'));
const page = (chromium, state) => openPage(chromium, `${address}?sw=0&aa=0#terrain?${state}`, kSize, { hasTouch: true });
const stateOf = (line) => {
  const [kind, nx, ny, droplets, scheme, border, , talus] = line.split(' ');
  const words = { scheme: ['fast', 'reference', 'text'][scheme], border: ['open', 'walled', 'periodic'][border] };
  // The table of hashes was made without standing water; the page's islands have it at 0.
  return new URLSearchParams({ kind, cells: `${nx}x${ny}`, droplets, talus, ...words, base_level: '-1000000000', play: '0' });
};
const drop = (on, name, bytes) =>
  on.evaluate(([file, text]) => window.solgelStudio.drop(file, Uint8Array.from(atob(text), (c) => c.charCodeAt(0))), [
    name,
    Buffer.from(bytes).toString('base64'),
  ]);
const messages = (on) => on.$$eval('.toast.error span', (list) => list.map((item) => item.textContent));

const slope = greyPng(64, 48, (i, j) => 20000 + 300 * i + 100 * j);
const bowl = greyPng(48, 48, (i, j) => 10000 + 20 * ((i - 24) ** 2 + (j - 20) ** 2));
let began = 0;
const told = (what) => console.log(`  ${((performance.now() - began) / 1000).toFixed(1)} s: ${what}`);

async function asNatively(on, list) {
  for (const line of list) {
    const wanted = line.split(' ').at(-1);
    const state = stateOf(line);
    if (line !== lands[0]) await on.evaluate((to) => window.solgelStudio.open('terrain', to), Object.fromEntries(state));
    const made = await runExactly(on, Number(state.get('droplets')));
    assert.equal(made.hash, wanted, line);
    assert.equal(await stateHash(on), wanted);
  }
  told(`lands as natively: ${list.length}`);
}

/** Wrong files: the reader's message, and the run as it was. */
async function wrongFiles(on) {
  const before = await stateHash(on);
  const broken = Buffer.from(slope);
  broken[60] ^= 255;
  const wrong = { 'notes.txt': 'no map', 'odd.r16': 'abcdef', 'broken.png': broken, 'short.npy': '\x93NUMPY', 'empty.raw': '' };
  for (const [name, bytes] of Object.entries(wrong)) {
    await drop(on, name, bytes);
    const said = (await messages(on)).at(-1) ?? '';
    assert.ok(said.startsWith(`${name}: `), `${name}: ${said}`);
    console.log(`  ${said}`);
  }
  assert.equal(await stateHash(on), before);
  await closeToasts(on);
}

/** Two maps in a row, each rained on as the command does; what is saved has all 16 bits, and says what they are worth. */
async function maps(on) {
  await on.evaluate(() => window.solgelStudio.open('terrain', { cells: '64', play: '0' }));
  await dropFiles(on, [{ name: 'bowl.png', content: bowl }]);
  await says(on, 'bowl.png');
  assert.equal((await runExactly(on, 1e9)).hash, kMaps['bowl.png']);
  await pickFiles(on, [{ name: 'slope.png', mimeType: 'image/png', buffer: slope }]);
  await says(on, 'slope.png');
  assert.equal((await runExactly(on, 1e9)).hash, kMaps['slope.png']);
  assert.deepEqual(await messages(on), []);
  for (const [label, key] of [['Map, 16-bit PNG', 'height_per_count'], ['Flow', 'most'], ['Change', 'scale']]) {
    const coming = on.waitForEvent('download');
    await on.evaluate((text) => [...document.querySelectorAll('button')].find((one) => one.textContent === text).click(), label);
    const bytes = await readFile(await (await coming).path());
    assert.equal(bytes.readUInt32BE(16), 64);
    assert.equal(bytes.readUInt32BE(20), 48);
    assert.deepEqual([...bytes.subarray(24, 26)], [16, 0]);
    assert.ok(bytes.includes(`tEXt${key}\0`), `${label}: no ${key}`);
    if (label.startsWith('Map')) {
      await drop(on, 'again.png', bytes); // what was written can be read
      assert.deepEqual(await messages(on), []);
    }
  }
  told('maps in, maps out');
}

/** It rains slowly, and whatever happens meanwhile, the land is the native one in the end. */
async function trouble(chromium, on, backend) {
  const line = lands[1];
  const state = stateOf(line);
  state.delete('play');
  state.set('seconds', '40');
  await on.evaluate((to) => (location.hash = to), `#terrain?${state}`);
  await says(on, '150 × 97');
  await offers(on, 'Pause');
  await drop(on, 'notes.txt', 'no map');
  assert.match((await toasts(on)).at(-1), /^notes\.txt: /);
  // Droplets fall in batches; the status tells when one has ended.
  const moves = async () => until(on, (t) => document.getElementById('status').textContent !== t, await on.textContent('#status'));
  await moves();
  await hide(on, true);
  await moves();
  await hide(on, false);
  await closeToasts(on);
  told('wrong file, hidden page');
  if (backend === 'WebGPU') await hands(on);

  await loseGraphics(chromium, on, backend);
  await on.selectOption('select[aria-label="How fast it rains"]', '0');
  await until(on, () => [...document.querySelectorAll('.time')].some((item) => item.textContent === 'Done'));
  assert.equal(await stateHash(on), line.split(' ').at(-1));
  await on.evaluate(() => window.solgelStudio.settled());
  await screenshot(on, `terrain-again-${backend === 'WebGPU' ? 'webgpu' : 'webgl2'}.png`);
  told('lost device');
}

/** Paused in the middle of a drag; turned and approached with mouse and fingers. */
async function hands(on) {
  await on.mouse.move(256, 250);
  await on.mouse.down();
  await on.mouse.move(300, 240, { steps: 3 });
  await on.evaluate(() => document.querySelector('.tab-bar:not([hidden]) .main').click());
  await offers(on, 'Let it rain');
  const paused = await stateHash(on);
  await on.mouse.move(340, 230, { steps: 3 });
  await on.mouse.up();
  const eye = await inAddress(on, 'eye');
  assert.equal(await stateHash(on), paused, 'paused in the middle of a drag');
  const fingers = await touch(on);
  await stroke(fingers, [[236, 250], [276, 250]], [[196, 250], [316, 250]]);
  // Fingers apart come nearer: the third number is the distance.
  await until(on, (from) => {
    const now = new URLSearchParams(location.hash.split('?')[1]).get('eye').split(',').map(Number);
    return now[2] < 0.8 * from[2];
  }, eye);
  assert.equal(await stateHash(on), paused);
  await on.click('.tab-bar:not([hidden]) .main');
  await offers(on, 'Pause');
  told('camera by mouse and fingers');
}

async function look(backend) {
  console.log(`terrain, ${backend}`);
  began = performance.now();
  const chromium = await browser(backend);
  try {
    const { page: on, errors } = await page(chromium, stateOf(lands[0]));
    assert.equal(await on.evaluate(() => window.solgelStudio.backend), backend);
    assert.equal(await on.evaluate(() => window.solgelStudio.activeTab), 'terrain');
    await hide(on, true); // pictures are dear here, and there is nothing to look at yet
    await asNatively(on, backend === 'WebGPU' ? lands : lands.slice(0, 1));
    if (backend === 'WebGPU') {
      await wrongFiles(on);
      await maps(on);
    }
    await hide(on, false);
    await trouble(chromium, on, backend);
    if (backend === 'WebGPU') {
      await trapAndRevive(on);
      assert.equal((await runExactly(on, 1e9)).hash, lands[1].split(' ').at(-1));
      told('an engine that trapped, started again');
    }
    assert.deepEqual(errors, []);
  } finally {
    await chromium.close();
  }
}

try {
  for (const backend of process.env.SOLGEL_BACKEND ? [process.env.SOLGEL_BACKEND] : ['WebGPU', 'WebGL 2']) await look(backend);
} finally {
  close();
}
