// The jelly tab in Chromium, with WebGPU and with WebGL 2: node tests/jelly.mjs [DIST]. Pictures go to studio/out.
//
// After 240 steps the body must be, bit for bit, what tests/api/jelly_hashes.txt says of the native build.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve } from '../serve.mjs';
import { browser, openPage, screenshot, studio } from './browser.mjs';
import { closeToasts, dropFiles, hide, loseGraphics, toasts, trapAndRevive } from './hands.mjs';

const text = await readFile(join(studio, '../tests/api/jelly_hashes.txt'), 'utf8');
const [, positions, hash] = text.match(/step 240\nwant_positions (\w{64})\nwant_hash (\w{16})/);

const { address, close } = await serve(process.argv[2] ?? join(studio, 'dist'));
const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`;
const facts = (page) =>
  page.evaluate(() => Object.fromEntries([...document.querySelectorAll('.facts dt')].map((dt) => [dt.textContent, dt.nextElementSibling.textContent])));
const fact = async (page, name) => (await facts(page))[name];
const status = (page) => page.textContent('#status');
/** Waits until the status line says so: the worker sends frames when it likes. */
const says = (page, word) => page.waitForFunction((w) => document.getElementById('status').textContent.startsWith(w), word);

async function settle(page) {
  await page.waitForFunction(() => [...document.querySelectorAll('.facts dd')].some((dd) => dd.textContent.includes('depth 3')));
  await page.evaluate(() => window.solgelStudio.settled());
}

const drawn = new Set();

async function look(backend) {
  const chromium = await browser(backend);
  const began = performance.now();
  try {
    const { page, errors } = await openPage(chromium, `${address}?sw=0&aa=0#jelly`, undefined, { hasTouch: true });
    const short = backend === 'WebGPU' ? 'webgpu' : 'webgl2';
    assert.equal(await page.evaluate(() => window.solgelStudio.backend), backend);
    const done = await page.evaluate(() => window.solgelStudio.runExactly(240));
    assert.deepEqual(done, { steps: 240, hash, positions });
    await settle(page);
    // A picture refreshes the centre that nudges are measured from, which belongs to the state: another hash, always the same.
    drawn.add(await page.evaluate(() => window.solgelStudio.stateHash()));
    assert.equal(drawn.size, 1);
    await screenshot(page, `jelly-${short}.png`);
    console.log(`${backend}: 240 steps, ${done.hash}, ${seconds(began)}; step ${await fact(page, 'One step')}, light ${await fact(page, 'Light refresh')}`);
    if (backend === 'WebGPU') {
      await more(page);
      await live(chromium, page);
      console.log(`${backend}: hand, keys, address, rest, hidden page, lost device, touch, a file, a trap, ${seconds(began)}`);
    }
    assert.deepEqual(errors, []);
    await page.close();
  } finally {
    await chromium.close();
  }
}

/** A hand, keys and the address. */
async function more(page) {
  assert.equal(await fact(page, 'Mass'), '125.30 g');
  const volume = Number(await fact(page, 'Volume ratio'));
  assert.ok(volume > 0.9 && volume < 1.05, `volume ratio ${volume}`);
  assert.match(await status(page), /caustics: on the GPU/);

  // Pressed in the middle of the canvas the body is held, paused or not, and released when the button is.
  await page.mouse.move(256, 270);
  await page.mouse.down();
  await says(page, 'Held');
  await page.mouse.move(330, 200, { steps: 3 });
  await page.keyboard.press('Space');
  await page.waitForFunction(() => document.querySelector('.tab-bar:not([hidden]) .main').title.startsWith('Pause'));
  await page.waitForTimeout(700);
  const held = Number.parseFloat(await fact(page, 'Elastic energy'));
  await page.keyboard.press('Space');
  await page.waitForFunction(() => document.querySelector('.tab-bar:not([hidden]) .main').title.startsWith('Go on'));
  assert.match(await status(page), /^Held/);
  assert.ok(held > 0, `elastic energy ${held} while held`);
  await page.evaluate(() => window.solgelStudio.settled());
  await screenshot(page, 'jelly-held.png');
  await page.mouse.up();
  await says(page, 'Paused');

  // Beside it a drag turns the camera, which is in the address, as are flavour and view.
  await page.mouse.move(40, 400);
  await page.mouse.down();
  await page.mouse.move(90, 400, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.press('2');
  await page.waitForFunction(() => /flavour=mint/.test(location.hash) && /camera=/.test(location.hash));
  await settle(page);
  await screenshot(page, 'jelly-mint.png');

  // A body that its solver keeps awake is warned of; the address brings view and parameters back.
  await page.evaluate(() => (location.hash = '#jelly?flavour=honey&view=caustics&shear=1500'));
  await page.waitForFunction(() => [...document.querySelectorAll('.note')].some((note) => !note.hidden && /rounding/.test(note.textContent)));
  await page.keyboard.press('r');
  await settle(page);
  await screenshot(page, 'jelly-caustics.png');
}

/** Real time: rest, a hidden page, a lost device, a finger, a file that it does not take, an engine that traps. */
async function live(chromium, page) {
  await page.evaluate(() => (location.hash = '#jelly?flavour=berry&view=final'));
  await page.waitForFunction(() => document.querySelector('.tab-bar:not([hidden]) [aria-label="Berry"]').getAttribute('aria-pressed') === 'true');
  await page.keyboard.press('Space');
  await says(page, 'Moving');
  const state = () => page.evaluate(() => window.solgelStudio.stateHash());
  await hide(page, true);
  await page.waitForTimeout(300);
  const before = await state();
  await page.waitForTimeout(300);
  assert.equal(await state(), before, 'a hidden body stands still');
  await hide(page, false);
  await says(page, 'At rest');
  assert.notEqual(await state(), before);

  await settle(page); // until then the clock goes on, which is part of the state
  const resting = await state();
  await loseGraphics(chromium, page, 'WebGPU');
  await page.evaluate(() => window.solgelStudio.settled());
  await screenshot(page, 'jelly-again.png');
  assert.equal(await state(), resting);

  const touch = await page.context().newCDPSession(page);
  const send = (type, ...touchPoints) => touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', { x: 256, y: 280 });
  await says(page, 'Held');
  await send('touchMove', { x: 300, y: 200 });
  await page.waitForTimeout(300);
  await send('touchEnd');
  await says(page, 'Moving');

  await closeToasts(page);
  await dropFiles(page, [{ name: 'cube.obj', content: 'v 0 0 0\n' }]);
  await page.waitForSelector('.toast.error');
  assert.match((await toasts(page)).at(-1), /^cube\.obj: the file has no faces/);
  await says(page, 'Moving');
  await closeToasts(page);
  await trapAndRevive(page);
  await says(page, 'At rest'); // a body of its own, which falls and comes to rest
  assert.deepEqual(await page.evaluate(() => window.solgelStudio.runExactly(240)), { steps: 240, hash, positions });
}

try {
  for (const backend of process.env.SOLGEL_BACKEND ? [process.env.SOLGEL_BACKEND] : ['WebGPU', 'WebGL 2']) await look(backend);
} finally {
  close();
}
