// The terrain tab in Chromium: node tests/terrain.mjs [DIST]. Pictures go to studio/out.
//
// The lands of tests/api/terrain_hashes.txt are eroded in the page to the very hashes of the native build; wrong files
// are named and leave the run as it is; a map goes in as 16-bit PNG and comes out again.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { serve } from '../serve.mjs';
import { browser, openPage, picture, screenshot, studio } from './browser.mjs';

const lands = (await readFile(join(studio, '../tests/api/terrain_hashes.txt'), 'utf8')).trim().split('\n');
const backend = process.env.SOLGEL_BACKEND ?? 'WebGPU';
const { address, close } = await serve(process.argv[2] ?? join(studio, 'dist'));
const chromium = await browser(backend);
const page = (state, size) => openPage(chromium, `${address}?sw=0&aa=0#terrain?${state}`, size);
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

/** A 16-bit grey PNG of one value per cell. */
function png(nx, ny, value) {
  const raw = Buffer.alloc(ny * (2 * nx + 1));
  for (let j = 0; j < ny; ++j) for (let i = 0; i < nx; ++i) raw.writeUInt16BE(value(i, j), j * (2 * nx + 1) + 1 + 2 * i);
  const table = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; ++k) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n >>> 0;
  });
  const chunk = (kind, data) => {
    const body = Buffer.concat([Buffer.from(kind), data]);
    const crc = ~body.reduce((c, byte) => table[(c ^ byte) & 255] ^ (c >>> 8), -1) >>> 0;
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length);
    body.copy(out, 4);
    out.writeUInt32BE(crc, body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(nx);
  head.writeUInt32BE(ny, 4);
  head[8] = 16;
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(raw)), chunk('IEND', Buffer.alloc(0))]);
}

try {
  const began = performance.now();
  const { page: on, errors } = await page(stateOf(lands[0]));
  assert.equal(await on.evaluate(() => window.solgelStudio.backend), backend);
  assert.equal(await on.evaluate(() => window.solgelStudio.activeTab), 'terrain');
  for (const line of lands) {
    const wanted = line.split(' ').at(-1);
    const state = stateOf(line);
    if (line !== lands[0]) await on.evaluate((to) => window.solgelStudio.open('terrain', to), Object.fromEntries(state));
    const made = await on.evaluate((n) => window.solgelStudio.runExactly(n), Number(state.get('droplets')));
    assert.equal(made.hash, wanted, line);
    assert.equal(await on.evaluate(() => window.solgelStudio.stateHash()), wanted);
  }
  console.log(`terrain: ${lands.length} lands as natively, ${backend}, ${((performance.now() - began) / 1000).toFixed(1)} s`);

  // Wrong files: the reader's message, and the run as it was.
  const before = await on.evaluate(() => window.solgelStudio.stateHash());
  const good = png(64, 48, (i, j) => 20000 + 300 * i + 100 * j);
  const broken = Buffer.from(good);
  broken[60] ^= 255;
  const wrong = { 'notes.txt': 'no map', 'odd.r16': 'abcdef', 'broken.png': broken, 'short.npy': '\x93NUMPY', 'empty.raw': '' };
  for (const [name, bytes] of Object.entries(wrong)) {
    await drop(on, name, bytes);
    const said = (await messages(on)).at(-1) ?? '';
    assert.ok(said.startsWith(`${name}: `), `${name}: ${said}`);
    console.log(`  ${said}`);
  }
  assert.equal(await on.evaluate(() => window.solgelStudio.stateHash()), before);

  // A map: not the same run any more, and it can be rained on.
  await on.$$eval('.toast button', (list) => list.forEach((item) => item.click()));
  await on.evaluate(() => window.solgelStudio.open('terrain', { cells: '64', play: '0' }));
  await drop(on, 'slope.png', good);
  assert.deepEqual(await messages(on), []);
  const eroded = await on.evaluate(() => window.solgelStudio.runExactly(1e9));
  assert.notEqual(eroded.hash, before);
  assert.ok(eroded.steps > 0);
  await on.evaluate(() => window.solgelStudio.settled());
  await screenshot(on, 'terrain-map.png');

  // What is saved: all 16 bits, and what they are worth.
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
  assert.deepEqual(errors, []);
  await on.close();

  const shown = await page('kind=island&cells=256&play=0');
  await shown.page.evaluate(() => window.solgelStudio.runExactly(1e9));
  await shown.page.evaluate(() => window.solgelStudio.settled());
  await screenshot(shown.page, 'terrain-island.png');
  await picture(shown.page, 'terrain-picture.png');
  assert.deepEqual(shown.errors, []);
} finally {
  await chromium.close();
  close();
}
