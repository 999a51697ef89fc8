// How long our own code holds the main thread: node tests/main_thread.mjs [DIST]
//
// Prints the longest tasks of each tab (see own_tasks.mjs), as figures to read, since a busy machine must not fail a test.
// What is asserted is what bounds them: how much one task gets to copy and to build, for the largest inputs there are.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { serve } from '../serve.mjs';
import { browser, openPage, studio } from './browser.mjs';
import { hide, watchMessages } from './hands.mjs';
import { traced } from './own_tasks.mjs';

// Bytes of one message: a height for 2048 x 2048 cells of sand; height and overlay for 1024 x 1024 of land. 3 ms to copy.
const kMostBytes = { sand: 4 * 2 ** 22, terrain: 8 * 2 ** 20, jelly: 2 ** 22 };
const kMostVertices = 300_000; // of one geometry, about 8 ms to fill

const { address, close } = await serve(process.argv[2] ?? join(studio, 'dist'));
const tell = (what, tasks) => {
  console.log(`  ${what}: ${tasks.slice(0, 3).map(({ ms, name }) => `${ms.toFixed(1)} ms ${name}`).join('; ')}`);
};

/** Counts what comes from workers and what is handed to the graphics library as vertices, per task of the page. */
async function watch(page) {
  await watchMessages(page);
  await page.evaluate(() => {
    const seen = Object.assign(window.watched, { vertices: 0 });
    const make = GPUDevice.prototype.createBuffer;
    GPUDevice.prototype.createBuffer = function (what) {
      if (what.usage & GPUBufferUsage.VERTEX) seen.vertices = Math.max(seen.vertices, what.size / 12);
      return make.call(this, what);
    };
  });
}

const chromium = await browser('WebGPU');
const inputs = [
  ['sand', 'first', { track: 'rose' }],
  ['sand', 'too large to be shown whole', { track: 'rose', width: '1080', height: '1080' }], // 2192 x 2192 cells
  ['terrain', 'first', {}],
  ['terrain', 'too large to be shown whole', { cells: '1100' }],
  ['jelly', 'first', {}],
];
try {
  let page;
  let errors;
  let most = 0;
  for (const [tab, what, state] of inputs) {
    const tasks = await traced(chromium, async () => {
      if (!page) {
        ({ page, errors } = await openPage(chromium, `${address}?sw=0&aa=0&trace=1#${tab}?${new URLSearchParams(state)}`, { width: 320, height: 320 }));
        await watch(page);
      } else await page.evaluate(([name, to]) => window.solgelStudio.open(name, to), [tab, state]);
      // It plays. A large input has one picture, at the end: the device's time is not what is asked for here.
      await hide(page, what.startsWith('too large'));
      await page.waitForTimeout(1500);
      await hide(page, false);
      await page.evaluate(() => window.solgelStudio.runExactly(50));
      await page.evaluate(() => window.solgelStudio.settled());
    });
    assert.ok(tasks.length > 20, `only ${tasks.length} tasks in the trace`);
    const seen = await page.evaluate(() => window.watched);
    tell(`${tab}, ${what}`, tasks);
    assert.ok(seen.bytes > 0 && seen.bytes <= kMostBytes[tab], `${seen.bytes} bytes in one message`);
    most = Math.max(most, seen.bytes);
    await page.evaluate(() => (window.watched.bytes = 0));
    assert.ok(seen.vertices <= kMostVertices, `${seen.vertices} vertices in one geometry`);
  }
  const { vertices } = await page.evaluate(() => window.watched);
  console.log(`  most in one message ${most} bytes, in one geometry ${vertices} vertices`);
  assert.ok(vertices > 0);
  assert.deepEqual(errors, []);
} finally {
  await chromium.close();
  close();
}
