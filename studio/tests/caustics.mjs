// Caustics on the graphics device against the engine's, in Chromium: node tests/caustics.mjs [DIST]
//
// The same shell, at rest and at moments of a free drop with the history of those before, for two flavours, with the
// specified transport and with the adaptive one: rays, flags and branches agree on 99 % of the lattice, received power
// within 1 %. Two refreshes of a pose leave the same whole numbers, whatever the order of their sums.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { serve } from '../serve.mjs';
import { browser, openPage, screenshot, studio } from './browser.mjs';

const kLattice = 65 ** 2;
const kCells = 32 ** 2;

const { address, close } = await serve(process.argv[2] ?? join(studio, 'dist'));
const chromium = await browser('WebGPU');
try {
  const { page, errors } = await openPage(chromium, `${address}?sw=0&aa=0#jelly`);
  assert.equal(await page.evaluate(() => window.solgelStudio.backend), 'WebGPU');
  await page.evaluate(() => window.solgelStudio.runExactly(0));
  for (const [flavour, cuts, steps] of [['berry', -1, [0, 60, 240]], ['berry', 1, [0, 240]], ['honey', 3, [240]]]) {
    const began = performance.now();
    await page.evaluate((to) => window.solgelStudio.open('jelly', { flavour: to }), flavour);
    const order = { steps, cuts };
    const poses = await page.evaluate((what) => window.solgelStudio.compareCaustics(what), order);
    assert.equal(poses.length, steps.length);
    poses.forEach((c, k) => {
      const where = `${flavour}, ${cuts < 0 ? 'specified' : `adaptive, depth ${cuts}`}, step ${steps[k]}`;
      const power = c.device.received.map((p, colour) => p / c.engine.received[colour] - 1);
      const percent = (v) => `${(100 * v).toFixed(2)} %`;
      console.log(
        `${where}: ${c.device.valid} of ${c.engine.valid} rays, ${c.validDiffers} differ, ${c.branchDiffers} by branch; ` +
          `${c.device.flagged} of ${c.engine.flagged} flags, ${c.flagDiffers} differ; ` +
          `${c.floorDiffers} hits and ${c.colourDiffers} colours differ; power ${power.map(percent).join(' ')}; picture ${percent(c.picture)}; ${c.device.beams} beams`,
      );
      assert.ok(c.engine.valid > 700 && c.engine.flagged > 150, where);
      assert.ok(c.validDiffers + c.branchDiffers <= 0.01 * c.engine.valid, `${where}: rays`);
      assert.ok(c.validDiffers + c.branchDiffers <= 0.01 * kLattice && c.flagDiffers <= 0.01 * kCells, `${where}: lattice`);
      for (const off of power) assert.ok(Math.abs(off) <= 0.01, `${where}: power off by ${percent(off)}`);
      assert.ok(c.floorDiffers <= 0.01 * c.engine.valid && c.colourDiffers <= 0.01 * c.engine.valid, `${where}: hits and colours`);
      assert.ok(c.picture <= 0.01, `${where}: picture`);
      assert.equal(c.again, 0, `${where}: a second refresh differs`);
    });
    console.log(`  ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  await page.evaluate(() => window.solgelStudio.settled());
  await screenshot(page, 'caustics.png');
  assert.deepEqual(errors, []);
} finally {
  await chromium.close();
  close();
}
