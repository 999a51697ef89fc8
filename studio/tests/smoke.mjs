// A quick look at the built page in Chromium: node tests/smoke.mjs [DIST]
//
// Each tab loads on WebGPU; the sand's state after a whole bundled track is the one that `solgel sand` prints for the same
// file and parameters. Pictures go to studio/out.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { serve } from '../serve.mjs';
import { browser, openPage, screenshot, studio } from './browser.mjs';

const kRose = { steps: 23535, hash: 'b15b6578d19c4299' }; // solgel sand public/tracks/rose.gcode --json

const { address, close } = await serve(process.argv[2] ?? join(studio, 'dist'));
const checks = {
  async sand(page) {
    const run = await page.evaluate(() => window.solgelStudio.runExactly(1e6));
    assert.deepEqual(run, kRose);
    const partly = await page.evaluate(() => window.solgelStudio.runExactly(1000));
    assert.equal(partly.steps, 1000);
    await page.evaluate(() => window.solgelStudio.drop('broken.gcode', new TextEncoder().encode('G1 X10 F0\n')));
    assert.match(await page.textContent('.toast.error'), /broken\.gcode:1: /);
    assert.equal(await page.evaluate(() => window.solgelStudio.stateHash()), partly.hash);
    await page.click('.toast.error button');
  },
};
const start = { sand: 'sand?track=rose&play=0', terrain: 'terrain', jelly: 'jelly' };

const chromium = await browser('WebGPU');
try {
  for (const tab of ['sand', 'terrain', 'jelly']) {
    const began = performance.now();
    const { page, errors } = await openPage(chromium, `${address}?sw=0&aa=0#${start[tab]}`);
    const { backend, activeTab } = await page.evaluate(() => ({
      backend: window.solgelStudio.backend,
      activeTab: window.solgelStudio.activeTab,
    }));
    assert.equal(backend, 'WebGPU');
    assert.equal(activeTab, tab);
    await checks[tab]?.(page);
    await page.evaluate(() => window.solgelStudio.settled());
    await screenshot(page, `smoke-${tab}.png`);
    assert.deepEqual(errors, []);
    console.log(`${tab}: ${backend}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
    await page.close();
  }
} finally {
  await chromium.close();
  close();
}
