// A quick look at the built page in Chromium: node tests/smoke.mjs [DIST]. Pictures go to studio/out.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { serve } from '../serve.mjs';
import { browser, openPage, screenshot, studio } from './browser.mjs';

const { address, close } = await serve(process.argv[2] ?? join(studio, 'dist'));
const chromium = await browser('WebGPU');
try {
  for (const tab of ['sand', 'terrain', 'jelly']) {
    const began = performance.now();
    const { page, errors } = await openPage(chromium, `${address}?sw=0&aa=0#${tab}`);
    const { backend, activeTab } = await page.evaluate(() => ({ ...window.solgelStudio, activeTab: window.solgelStudio.activeTab }));
    assert.equal(backend, 'WebGPU');
    assert.equal(activeTab, tab);
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
