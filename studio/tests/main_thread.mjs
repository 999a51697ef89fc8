// How long our own code holds the main thread: node tests/main_thread.mjs [DIST]
//
// Prints the longest tasks of each tab (see own_tasks.mjs), as figures to read, since a busy machine must not fail a test.
// What is asserted is what bounds them: how much one task gets to copy and to build, for the largest inputs there are.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { serve } from '../serve.mjs';
import { browser, openPage, studio } from './browser.mjs';
import { traced } from './own_tasks.mjs';

const kMostBytes = 32 * 2 ** 20; // two arrays over 2048 x 2048 cells, about 3 ms to copy
const kMostVertices = 300_000; // of one geometry, about 8 ms to fill

const { address, close } = await serve(process.argv[2] ?? join(studio, 'dist'));
const tell = (what, tasks) => {
  console.log(`  ${what}: ${tasks.slice(0, 3).map(({ ms, name }) => `${ms.toFixed(1)} ms ${name}`).join('; ')}`);
};

/** Counts what comes from workers and what is handed to the graphics library as vertices, per task of the page. */
async function watch(page) {
  await page.evaluate(() => {
    const seen = (window.watched = { bytes: 0, vertices: 0 });
    const size = (value) =>
      value instanceof ArrayBuffer || ArrayBuffer.isView(value)
        ? value.byteLength
        : value && typeof value === 'object' && !(value instanceof Blob) && !(value instanceof WebAssembly.Module)
          ? Object.values(value).reduce((sum, one) => sum + size(one), 0)
          : 0;
    const known = new WeakSet();
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (!known.has(this)) this.addEventListener('message', ({ data }) => (seen.bytes = Math.max(seen.bytes, size(data))));
      known.add(this);
      seen.bytes = Math.max(seen.bytes, size(message));
      return send.call(this, message, ...rest);
    };
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
  ['sand', 'largest table', { track: 'rose', width: '2020', height: '2020' }], // 4072 x 4072 cells, of 4096 x 4096
  ['terrain', 'first', {}],
  ['terrain', 'largest land', { cells: '2048' }],
  ['jelly', 'first', {}],
];
try {
  let page;
  let errors;
  for (const [tab, what, state] of inputs) {
    const tasks = await traced(chromium, async () => {
      if (!page) {
        ({ page, errors } = await openPage(chromium, `${address}?sw=0&aa=0&trace=1#${tab}?${new URLSearchParams(state)}`));
        await watch(page);
      } else await page.evaluate(([name, to]) => window.solgelStudio.open(name, to), [tab, state]);
      await page.waitForTimeout(1500); // it plays
      await page.evaluate(() => window.solgelStudio.runExactly(50));
      await page.evaluate(() => window.solgelStudio.settled());
    });
    assert.ok(tasks.length > 20, `only ${tasks.length} tasks in the trace`);
    const seen = await page.evaluate(() => window.watched);
    tell(`${tab}, ${what}`, tasks);
    assert.ok(seen.bytes > 0 && seen.bytes <= kMostBytes, `${seen.bytes} bytes in one message`);
    assert.ok(seen.vertices <= kMostVertices, `${seen.vertices} vertices in one geometry`);
  }
  const { bytes, vertices } = await page.evaluate(() => window.watched);
  console.log(`  most in one message ${bytes} bytes, in one geometry ${vertices} vertices`);
  assert.ok(vertices > 0);
  assert.deepEqual(errors, []);
} finally {
  await chromium.close();
  close();
}
