// What the page saves, and files that it takes beside tracks and maps, in Chromium: node tests/saved.mjs [DIST]
//
// Tracks come out as the very bytes of `solgel sand --track` (tests/api/tracks/written.txt, which tests/cli holds against
// the command), whatever the drawing is doing. A table's name fills in its size, and sizes find its name again. Land:
// masks and units make the run that the command makes of them, and its maps come out at full depth. The literals are of
// `solgel terrain slope.png|hills.asc|utm.tif [--hardness slope-hardness.png] [--cell 30 --height-unit 0.01] --droplets 3000`, and of
// `solgel jelly --mesh tests/api/meshes/pebble.obj --body-size 0.1 --cells 12 --seconds 0.2 --json`.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve } from '../serve.mjs';
import { browser, openPage, studio } from './browser.mjs';
import { hide, untilAnswered } from './hands.mjs';
import { greyPng } from './png.mjs';

const tracks = join(studio, '../tests/api/tracks');
const { address, close } = await serve(process.argv[2] ?? join(studio, 'dist'));
const chromium = await browser('WebGL 2'); // nothing here looks at a picture
const drop = (on, name, bytes) =>
  on.evaluate(([file, text]) => window.solgelStudio.drop(file, Uint8Array.from(atob(text), (c) => c.charCodeAt(0))), [name, bytes.toString('base64')]);

/** A page that does not draw. */
async function open(state) {
  const made = await openPage(chromium, `${address}?sw=0&aa=0#${state}`);
  await hide(made.page, true);
  return made;
}

/** Presses the button of this name and gives what comes. */
async function saved(on, name) {
  const coming = on.waitForEvent('download');
  await on.getByRole('button', { name, exact: true, includeHidden: true }).evaluate((one) => one.click());
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

async function writtenTracks() {
  const { page, errors } = await open('sand?track=rose&play=0&width=120&height=120');
  let shown = '';
  for (const line of (await readFile(join(tracks, 'written.txt'), 'utf8')).trim().split('\n')) {
    const [name, format, wanted] = line.split(' ');
    if (name !== shown) await drop(page, name, await readFile(join(tracks, name)));
    shown = name;
    await page.evaluate(() => window.solgelStudio.runExactly(50));
    const hash = await page.evaluate(() => window.solgelStudio.stateHash());
    const file = await saved(page, { thr: 'Track, .thr', gcode: 'Track, .gcode', svg: 'Track, .svg' }[format]);
    assert.equal(createHash('sha256').update(file.bytes).digest('hex'), wanted, line);
    assert.equal(file.name, `${name.split('.')[0]}.${format}`);
    assert.equal(await page.evaluate(() => window.solgelStudio.stateHash()), hash);
    if (name === 'arcs.gcode' && format === 'thr') await page.waitForSelector('.toast >> text=3 positions lie outside the disc');
  }
  assert.deepEqual(errors, []);
  await page.close();
  console.log('sand: nine tracks as the command writes them');
}

async function tables() {
  const { page, errors } = await openPage(chromium, `${address}?sw=0&aa=0#sand?track=rose&play=0&width=1600&height=715`);
  const table = page.getByLabel('Table', { exact: true });
  const value = (name) => page.getByRole('spinbutton', { name, exact: true, includeHidden: true }).inputValue();
  assert.equal(await table.inputValue(), 'spice-must-flow');
  const names = await table.evaluate((list) => [...list.options].map((one) => one.value));
  assert.deepEqual(names.slice(0, 3), ['', 'sandify-rectangular', 'sandify-polar']);
  await page.click('#panel-toggle');
  await page.getByText('Table and sand').click();
  await table.focus();
  await page.keyboard.press('Home'); // "As set below" sets nothing, and the sizes still have a name
  assert.equal(await table.inputValue(), 'spice-must-flow');
  await table.selectOption('sandify-polar');
  assert.equal(await value('Diameter'), '500');
  await page.waitForFunction(() => window.location.hash.includes('diameter=500'));
  await page.getByRole('spinbutton', { name: 'Ball radius', exact: true }).fill('7');
  await page.keyboard.press('Enter');
  assert.equal(await table.inputValue(), '');
  assert.deepEqual(errors, []);
  await page.close();
  console.log('sand: tables by name');
}

const [nx, ny] = [64, 48];

/** Cells of 30 m, heights of two decimals, gaps. */
function hills() {
  const height = (i, j) => ((i + j) % 97 === 0 ? '-9999' : (200 + 2.37 * i + 0.71 * j + ((i * 7 + j * 13) % 11) * 0.9).toFixed(2));
  const rows = Array.from({ length: ny }, (_, j) => Array.from({ length: nx }, (__, i) => height(i, j)).join(' '));
  return Buffer.from(`ncols ${nx}\nnrows ${ny}\nxllcorner 1000\nyllcorner 2000\ncellsize 30\nNODATA_value -9999\n${rows.join('\n')}\n`);
}

/** A GeoTIFF of 32-bit floating point, cells of 30: its keys as pairs of id and value. */
function geotiff(keys) {
  const height = (i, j) => 200 + 2.5 * i + 0.75 * j + ((i * 7 + j * 13) % 11);
  const directory = [1, 1, 0, keys.length, ...keys.flatMap(([id, value]) => [id, 0, 1, value])];
  const samples = 4 * nx * ny;
  const scaleAt = 8 + samples;
  const tieAt = scaleAt + 24;
  const keysAt = tieAt + 48;
  const tagsAt = keysAt + 2 * directory.length;
  const tags = [
    [256, 3, 1, nx], [257, 3, 1, ny], [258, 3, 1, 32], [259, 3, 1, 1], [262, 3, 1, 1], [273, 4, 1, 8], [277, 3, 1, 1], [278, 3, 1, ny],
    [279, 4, 1, samples], [339, 3, 1, 3], [33550, 12, 3, scaleAt], [33922, 12, 6, tieAt], [34735, 3, directory.length, keysAt],
  ];
  const out = Buffer.alloc(tagsAt + 2 + 12 * tags.length + 4);
  out.write('II*\0', 'latin1');
  out.writeUInt32LE(tagsAt, 4);
  for (let k = 0; k < nx * ny; ++k) out.writeFloatLE(height(k % nx, Math.floor(k / nx)), 8 + 4 * k);
  [30, 30, 0, 0, 0, 0, 440720, 3751320, 0].forEach((v, k) => out.writeDoubleLE(v, scaleAt + 8 * k));
  directory.forEach((v, k) => out.writeUInt16LE(v, keysAt + 2 * k));
  out.writeUInt16LE(tags.length, tagsAt);
  tags.forEach(([tag, type, count, value], k) => {
    const at = tagsAt + 2 + 12 * k;
    out.writeUInt16LE(tag, at);
    out.writeUInt16LE(type, at + 2);
    out.writeUInt32LE(count, at + 4);
    out.writeUInt32LE(value, at + 8); // low byte first: a short stands where it belongs
  });
  return out;
}
const utm = geotiff([[1024, 1], [1025, 1], [3072, 32611]]);
const degrees = geotiff([[1024, 2], [1025, 1], [2048, 4326]]);
if (process.env.SOLGEL_KEEP) await writeFile(join(process.env.SOLGEL_KEEP, 'utm.tif'), utm); // for the command

async function land() {
  const { page, errors } = await open('terrain?cells=64&droplets=3000&play=0');
  const end = async () => (await page.evaluate(() => window.solgelStudio.runExactly(1e9))).hash;
  const button = (name) => page.getByRole('button', { name, includeHidden: true });
  await drop(page, 'slope.png', greyPng(nx, ny, (i, j) => 20000 + 300 * i + 100 * j));
  assert.equal(await end(), '9ca1c7f51daef0a0');
  await drop(page, 'slope-hardness.png', greyPng(nx, ny, (i) => 1000 * i));
  assert.equal(await end(), '802e10a50cfd2e41');
  await button('Hardness: slope-hardness.png').waitFor({ state: 'attached' });

  // Maps as floating point: the bytes of --map flow=flow.npy behind the header.
  await page.getByLabel('What happened, as').evaluate((list) => {
    list.value = 'npy';
    list.dispatchEvent(new Event('change'));
  });
  const data = async (name) => {
    const { bytes } = await saved(page, name);
    assert.match(bytes.toString('latin1', 0, 128), new RegExp(`NUMPY.*'<f4'.*\\(${ny}, ${nx}\\)`, 's'));
    return bytes.subarray(bytes.length - 4 * nx * ny);
  };
  const sum = async (name) => createHash('sha256').update(await data(name)).digest('hex');
  assert.equal(await sum('Flow'), 'e9be67458226059cc9c7bb01edaf2faf29d29cef9fb9f6a885213c2c007616eb');
  assert.equal(await sum('Velocity'), '90447244abc8b5d6c76b5d95842c17a4cad2a2b1b61e0aed8203edab0ce12bc3');

  // A mask that does not fit is refused and the run stays; taken away, the first run is back.
  await drop(page, 'my-protection.png', Buffer.from(hills()));
  const said = await page.$$eval('.toast.error span', (list) => list.map((one) => one.textContent));
  assert.deepEqual(said, ['my-protection.png: cells of the mask are missing; give each a value from 0 to 1']);
  assert.equal(await end(), '802e10a50cfd2e41');
  await button('Take away: hardness').evaluate((one) => one.click());
  await page.waitForFunction(() => [...document.querySelectorAll('button')].some((one) => one.textContent === 'Hardness …'));
  assert.equal(await end(), '9ca1c7f51daef0a0');

  // Metres: from the reader, and from the file.
  for (const [label, value] of [['Cell, metres', '30'], ['A height of 1, metres', '0.01']]) {
    await page.getByLabel(label).evaluate((field, text) => {
      field.value = text;
      field.dispatchEvent(new Event('change'));
    }, value);
  }
  assert.equal(await end(), 'ce99ee74d5ad9fdd');
  await page.getByLabel('Cell, metres').evaluate((field) => {
    field.value = '';
    field.dispatchEvent(new Event('change'));
  });
  await drop(page, 'hills.asc', hills());
  assert.equal(await end(), 'a5ce301a3ca6cea9');
  const map = await saved(page, 'Map, 16-bit PNG');
  assert.ok(map.bytes.includes('tEXtheight_per_count\x000.002948112897005313'), 'a count is worth what the command says');
  await drop(page, 'utm.tif', utm);
  assert.equal(await end(), '2f35da2f9f278e17');
  await drop(page, 'degrees.tif', degrees);
  await page.waitForSelector('.toast >> text=degrees.tif: how long its cells are is not known to the page');
  await drop(page, 'hills.asc', hills());
  await end();
  const change = await data('Change');
  assert.ok(Number.isNaN(change.readFloatLE(0)), 'a missing cell is not a number');
  assert.ok(Number.isFinite(change.readFloatLE(4)));
  assert.deepEqual(errors, []);
  await page.close();
  console.log('terrain: masks, metres and maps as the command has them');
}

async function surface() {
  const { page, errors } = await open('jelly');
  const run = async () => (await page.evaluate(() => window.solgelStudio.runExactly(48))).positions;
  const flower = await run();
  const pebble = '89a359f69aab3129b100d2ecf84d755054713d7448aaf0cef4c3af2d80d79e67';
  for (const name of ['pebble.obj', 'pebble.ply', 'pebble.stl']) {
    await drop(page, name, await readFile(join(studio, '../tests/api/meshes', name)));
    assert.equal(await run(), pebble, name);
    await page.getByRole('button', { name: 'The flower', includeHidden: true }).evaluate((one) => one.click());
    await untilAnswered(page, async (wanted) => (await window.solgelStudio.runExactly(48)).positions === wanted, flower);
  }
  await drop(page, 'pebble.obj', await readFile(join(studio, '../tests/api/meshes/pebble.obj')));
  await drop(page, 'bad.obj', Buffer.from('v 0 0 0\nf 1 2 3\n'));
  const said = await page.$$eval('.toast.error span', (list) => list.map((one) => one.textContent));
  assert.match(said.join(), /^bad\.obj:2: face 1 names point 2; /);
  assert.equal(await run(), pebble); // the body that was there
  await page.evaluate(() => window.solgelStudio.settled());
  assert.deepEqual(errors, []);
  await page.close();
  console.log('jelly: three files of one surface move as the command moves them');
}

try {
  await surface();
  await land();
  await writtenTracks();
  await tables();
} finally {
  await chromium.close();
  close();
}
