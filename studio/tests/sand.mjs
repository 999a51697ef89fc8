// The sand tab in Chromium, with WebGPU and with WebGL 2: node tests/sand.mjs [DIST]
//
// Tracks come by address, by drop and by the file button, alone and one on the other; what is drawn is, bit for bit, what
// the command draws of the same files. Neither wrong files nor hands nor lost devices change a bit of it.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../serve.mjs';
import { browser, openPage, screenshot, studio } from './browser.mjs';
import { closeToasts, dropFiles, hide, inAddress, loseGraphics, offers, pickFiles, runExactly, says } from './hands.mjs';
import { stateHash, stroke, toasts, touch, trapAndRevive, until, untilAnswered, watchMessages } from './hands.mjs';

const kCrossText = 'G1 X0 Y0 F3000\nG1 X300 Y200\nG1 X0 Y200\nG1 X300 Y0\n';
// Of `solgel sand FILE --json`.
const kRose = { steps: 23535, hash: 'b15b6578d19c4299' }; // public/tracks/rose.gcode
const kCross = { steps: 4087, hash: 'bc8b28b06e763a63' };
// Of the native library, solgel_sand_load_track and solgel_sand_step: the cross with keep_sand after the end of the rose,
// where the sand settles (`solgel sand --playlist` lets it settle once, after the last), and after 5000 steps of it.
const kBoth = { steps: 28376, hash: 'e53134c1ba6fbf98' };
const kCut = { steps: 10111, hash: '049e5180d2e1b668' };
const kBig = { steps: 164499, hash: 'b7f3383f68d6c56e' }; // the track of bigTrack(), 50 000 049 bytes

const kSize = { width: 400, height: 400 }; // pixels are dear on the software device
const tracks = join(studio, 'public/tracks');
const { address, close } = await serve(process.argv[2] ?? join(studio, 'dist'));
const named = async (file, name) => ({ name, content: await readFile(join(tracks, file)) });
const cross = (name) => ({ name, content: kCrossText });
const speed = (page, label) => page.selectOption('select[aria-label="Speed"]', { label });
let began = 0;
const told = (what) => console.log(`  ${((performance.now() - began) / 1000).toFixed(1)} s: ${what}`);

async function keepSand(page, on) {
  await page.click('#panel-toggle');
  await page.getByLabel('Keep the sand').setChecked(on);
  await page.click('#panel-toggle');
}

/** A ball between four walls, in whole micrometres so that every machine writes the same text. */
function bigTrack(bytes = 50e6) {
  const bounce = (at, size) => (at % (2 * size) < size ? at % (2 * size) : 2 * size - (at % (2 * size)));
  const mm = (v) => `${Math.floor(v / 1000)}.${String(v % 1000).padStart(3, '0')}`;
  const lines = [];
  for (let k = 0, length = 0; length < bytes; ++k) {
    const [x, y] = [bounce(71 * k, 300_000), bounce(53 * k, 200_000)];
    lines.push(`G1 X${mm(x)} Y${mm(y)} F3000 ; point ${k} of a ball between four walls, which never comes to rest on its way\n`);
    length += lines[k].length;
  }
  return lines.join('');
}

/** Dropped, picked, kept: what the command makes of the same files. */
async function files(page) {
  await dropFiles(page, [cross('dropped.gcode')]);
  await says(page, 'dropped.gcode');
  await offers(page, 'Pause'); // a new track plays
  assert.deepEqual(await runExactly(page, 1e6), kCross);

  await pickFiles(page, [join(tracks, 'rose.gcode')]);
  await says(page, 'rose.gcode');
  assert.deepEqual(await runExactly(page, 1e6), kRose); // on level sand again
  await keepSand(page, true);
  await pickFiles(page, [{ name: 'cross.gcode', mimeType: 'text/plain', buffer: Buffer.from(kCrossText) }]);
  await says(page, 'cross.gcode');
  assert.deepEqual(await runExactly(page, 1e6), kBoth);
  await keepSand(page, false);
  told('dropped, picked, kept');

  await dropFiles(page, [await named('rose.gcode', 'one.gcode'), cross('two.gcode')]);
  await says(page, 'two.gcode');
  assert.deepEqual(await runExactly(page, 1e6), kBoth); // files dropped together lie on the same sand

  // A kept track that had not come to its end: played on, and drawn again from the start.
  await dropFiles(page, [await named('rose.gcode', 'cut.gcode')]);
  await says(page, 'cut.gcode');
  assert.equal((await runExactly(page, 5000)).steps, 5000);
  await keepSand(page, true);
  await speed(page, 'full speed');
  await dropFiles(page, [cross('over.gcode')]);
  await says(page, 'over.gcode');
  await offers(page, 'Play');
  assert.equal(await stateHash(page), kCut.hash);
  assert.deepEqual(await runExactly(page, 1e6), kCut);
  await keepSand(page, false);
  told('two at once, one on a part of the other');
}

/** To any place of the track and back: the way there leaves no trace. */
async function scrub(page) {
  await dropFiles(page, [await named('rose.gcode', 'scrubbed.gcode')]);
  await says(page, 'scrubbed.gcode');
  assert.equal((await runExactly(page, 100)).steps, 100); // stands still
  const { x, y, width, height } = await page.locator('.scrub:visible').boundingBox();
  const to = async (part) => {
    await page.mouse.click(x + part * width, y + height / 2);
    return stateHash(page);
  };
  const third = await to(0.3);
  const later = await to(0.7);
  assert.notEqual(later, third);
  assert.equal(await to(0.3), third);
  assert.match(await page.textContent('.time'), /^1:[34]\d \/ 5:53$/);
  await page.focus('.scrub:visible');
  await page.keyboard.press('End');
  assert.equal(await stateHash(page), kRose.hash);
  told('scrubbed');
}

/** Mouse, keyboard and fingers on the camera; the drawing does not mind. */
async function camera(page) {
  await speed(page, '1×');
  await dropFiles(page, [await named('rose.gcode', 'turned.gcode')]);
  await says(page, 'turned.gcode');
  await offers(page, 'Pause');
  await page.mouse.move(256, 250);
  await page.mouse.down();
  await page.mouse.move(300, 240, { steps: 3 });
  await page.keyboard.press('Space');
  await offers(page, 'Play');
  const paused = await stateHash(page);
  await page.mouse.move(360, 220, { steps: 3 });
  assert.equal(await stateHash(page), paused, 'paused in the middle of a drag');
  await page.mouse.up();
  const turned = await inAddress(page, 'camera');
  assert.equal(await stateHash(page), paused);
  const changed = (from) => until(page, (c) => !location.hash.includes(c), from.map((v) => v.toFixed(1)).join(','));
  const fingers = await touch(page);
  await stroke(fingers, [[256, 250]], [[200, 280]]);
  await changed(turned);
  const stroked = await inAddress(page, 'camera');
  await stroke(fingers, [[236, 250], [276, 250]], [[196, 250], [316, 250]]);
  // Fingers apart come nearer.
  await until(page, ([from]) => {
    const away = ([a, b, c, d, e, f]) => Math.hypot(a - d, b - e, c - f);
    return away(new URLSearchParams(location.hash.split('?')[1]).get('camera').split(',').map(Number)) < 0.8 * away(from);
  }, [stroked]);
  assert.equal(await stateHash(page), paused);
  await page.focus('#stage');
  await page.keyboard.press('Space');
  await offers(page, 'Pause');
  await untilAnswered(page, (h) => window.solgelStudio.stateHash().then((now) => now !== h), paused);
  told('camera by mouse, keys and fingers');
}

/** A track plays through a wrong file, a hidden page and a lost device. */
async function trouble(chromium, page, backend) {
  await page.evaluate(() => (location.hash = '#sand?track=rose&speed=4'));
  await says(page, 'rose.gcode');
  await offers(page, 'Pause');
  await dropFiles(page, [{ name: 'broken.gcode', content: 'G1 X10 F0\n' }]);
  await page.waitForSelector('.toast.error');
  assert.match((await toasts(page)).at(-1), /^broken\.gcode:1: /);
  await offers(page, 'Pause');
  const moves = async () => untilAnswered(page, (h) => window.solgelStudio.stateHash().then((now) => now !== h), await stateHash(page));
  await moves();
  await hide(page, true);
  await moves(); // a drawing is not a game: it goes on unseen
  await hide(page, false);
  await closeToasts(page);
  await loseGraphics(chromium, page, backend);
  await page.evaluate(() => window.solgelStudio.settled());
  await screenshot(page, `sand-again-${backend === 'WebGPU' ? 'webgpu' : 'webgl2'}.png`);
  await speed(page, 'full speed');
  await offers(page, 'Play'); // at the end
  assert.equal(await stateHash(page), kRose.hash);
  told('wrong file, hidden page, lost device');
}

/** Bytes that cross to the worker and back in one message, and whether the page itself reads files. */
async function watchBytes(page) {
  await watchMessages(page);
  await page.evaluate(() => {
    const watch = Object.assign(window.watched, { reads: 0, labels: [], between: false });
    for (const name of ['arrayBuffer', 'text', 'stream', 'slice', 'bytes']) {
      const read = Blob.prototype[name];
      if (read) Blob.prototype[name] = function (...args) {
        ++watch.reads;
        return read.apply(this, args);
      };
    }
    const label = document.getElementById('progress-label');
    new MutationObserver(() => {
      watch.labels.push(label.textContent);
      // A task of the page's own, while the worker has its hands full.
      if (label.textContent === 'Checking') setTimeout(() => (watch.between = !document.getElementById('progress').hidden));
    }).observe(label, { childList: true, characterData: true, subtree: true });
  });
}

/** 50 MB: read, checked and drawn in the worker, with the page at hand. */
async function big(page) {
  const folder = await mkdtemp(join(tmpdir(), 'solgel-'));
  try {
    const path = join(folder, 'big.gcode');
    await writeFile(path, bigTrack());
    await watchBytes(page);
    await pickFiles(page, [path]);
    await says(page, 'big.gcode');
    const { bytes, reads, labels, between } = await page.evaluate(() => window.watched);
    assert.ok(labels.some((text) => /^Reading [1-9]\d? %$/.test(text)), `progress: ${labels}`);
    assert.equal(labels.at(-1), 'Checking');
    assert.ok(between, 'the page has its own tasks while the worker checks the track');
    assert.equal(reads, 0, 'the page itself reads no file');
    assert.ok(bytes < 2e6, `${bytes} bytes in one message`); // a frame of 632 x 432 heights has 1.1 MB
    assert.ok(await page.isHidden('#progress'));
    told('50 MB loaded');
    assert.deepEqual(await runExactly(page, 1e7), kBig);
    told('50 MB drawn');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function look(backend) {
  console.log(`sand, ${backend}`);
  began = performance.now();
  const chromium = await browser(backend);
  try {
    const { page, errors } = await openPage(chromium, `${address}?sw=0&aa=0#sand?track=flower&play=0`, kSize, { hasTouch: true });
    assert.equal(await page.evaluate(() => window.solgelStudio.backend), backend);
    // An address that changes right after the page has opened is the one that counts.
    await page.evaluate(() => (location.hash = '#sand?track=rose&light_azimuth=100&play=0'));
    await says(page, 'rose.gcode');
    await until(page, () => location.hash === '#sand?track=rose&light_azimuth=100'); // 'play' is not part of a view
    assert.deepEqual(await runExactly(page, 1e6), kRose);
    await page.evaluate(() => window.solgelStudio.settled());
    await screenshot(page, `sand-${backend === 'WebGPU' ? 'webgpu' : 'webgl2'}.png`);
    told('as natively');
    await trouble(chromium, page, backend);
    if (backend === 'WebGPU') {
      await camera(page);
      await hide(page, true); // nothing to look at, and pictures are dear here
      await files(page);
      await scrub(page);
      await page.evaluate(() => (location.hash = '#sand?track=rose&play=0'));
      await says(page, 'rose.gcode');
      await trapAndRevive(page);
      assert.deepEqual(await runExactly(page, 1e6), kRose);
      told('an engine that trapped, started again');
      await big(page);
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
