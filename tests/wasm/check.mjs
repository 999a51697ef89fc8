// Runs the WebAssembly modules of a build folder under Node: check.mjs BUILD_FOLDER
//
// The module of the C API must load without imports and export its memory; the test module must compute the same bits
// of mathematics as the native test, whose literal is read from tests/core/math_bits.h.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';

const build = process.argv[2];

function load(file) {
  const bytes = readFileSync(file);
  const module = new WebAssembly.Module(bytes);
  assert.deepEqual(WebAssembly.Module.imports(module), [], `${file} must import nothing`);
  const exports = new WebAssembly.Instance(module, {}).exports;
  exports._initialize();
  assert.ok(exports.memory instanceof WebAssembly.Memory);
  console.log(`${file}: ${bytes.length} bytes, ${Object.keys(exports).length} exports, no imports`);
  return exports;
}

const check = load(join(build, 'apps/wasm/wasm_check.wasm'));
const word = (half) => (check.check_math_bits(half) >>> 0).toString(16).padStart(8, '0');
const header = readFileSync(new URL('../core/math_bits.h', import.meta.url), 'utf8');
assert.equal(word(1) + word(0), header.match(/kMathBits = "([0-9a-f]{16})"/)[1]);
assert.equal(check.check_library(1000), 44);  // 40 letters and four digits
assert.equal(check.check_memory(256 << 20), 3);

const api = load(join(build, 'apps/wasm/solgel.wasm'));
for (const name of ['solgel_alloc', 'solgel_free']) assert.equal(typeof api[name], 'function', name);

// The relief of the C API's example, whose hash tests/house/install.sh compares with the same file.
const put = (bytes) => {
  const at = api.solgel_alloc(bytes.length + 1);
  new Uint8Array(api.memory.buffer, at, bytes.length + 1).set([...bytes, 0]);
  return at;
};
const text = (at) => {
  const memory = new Uint8Array(api.memory.buffer);
  return Buffer.from(memory.subarray(at, memory.indexOf(0, at))).toString();
};
const example = new URL('../../examples/consumer/', import.meta.url);
const track = readFileSync(new URL('spiral.thr', example));
const sand = api.solgel_sand_create();
const [ok, done] = [0, 1];
let status = api.solgel_sand_load_track(sand, put(track), track.length, put(Buffer.from('spiral.thr')), 0);
while (status === ok) status = api.solgel_sand_step(sand, 1000);
assert.equal(status, done, text(api.solgel_sand_error(sand)));
const hash = text(api.solgel_sand_hash_text(sand));
assert.equal(hash, readFileSync(new URL('spiral.hash', example), 'utf8').trim());
api.solgel_sand_destroy(sand);

// The three tracks of tests/api, as its native test draws them, one sub-step budget after the other.
const tracks = new URL('../api/tracks/', import.meta.url);
for (const line of readFileSync(new URL('hashes.txt', tracks), 'utf8').trim().split('\n')) {
  const [name, wanted] = line.split(' ');
  const bytes = readFileSync(new URL(name, tracks));
  const table = api.solgel_sand_create();
  for (const key of ['width', 'height']) assert.equal(api.solgel_sand_set(table, put(Buffer.from(key)), 120), ok);
  const began = performance.now();
  let at = api.solgel_sand_load_track(table, put(bytes), bytes.length, put(Buffer.from(name)), 0);
  while (at === ok) at = api.solgel_sand_step(table, 777);
  assert.equal(at, done, text(api.solgel_sand_error(table)));
  assert.equal(text(api.solgel_sand_hash_text(table)), wanted, name);
  const steps = api.solgel_sand_steps(table);
  console.log(`${name}: ${wanted} after ${steps} sub-steps, ${((performance.now() - began) * 1000 / steps).toFixed(1)} us each`);
  api.solgel_sand_destroy(table);
}

// The lands of tests/api/terrain_hashes.txt, as its native test erodes them, cut in another way.
const number = (t, name, value) => assert.equal(api.solgel_terrain_set(t, put(Buffer.from(name)), value), ok, text(api.solgel_terrain_error(t)));
const option = (t, name, value) => assert.equal(api.solgel_terrain_option(t, put(Buffer.from(name)), value), ok);
for (const line of readFileSync(new URL('../api/terrain_hashes.txt', import.meta.url), 'utf8').trim().split('\n')) {
  const [kind, nx, ny, droplets, scheme, border, maps, talus, wanted] = line.split(' ');
  const land = api.solgel_terrain_create();
  number(land, 'droplets', Number(droplets));
  number(land, 'talus', Number(talus));
  option(land, 'scheme', Number(scheme));
  option(land, 'border', Number(border));
  option(land, 'maps', Number(maps));
  assert.equal(api.solgel_terrain_generate(land, put(Buffer.from(kind)), Number(nx), Number(ny)), ok);
  assert.equal(api.solgel_terrain_begin(land), ok, text(api.solgel_terrain_error(land)));
  const began = performance.now();
  while (api.solgel_terrain_advance(land, api.solgel_terrain_ended(land) + 191) === ok);
  assert.equal(text(api.solgel_terrain_hash_text(land)), wanted, line);
  const steps = api.solgel_terrain_steps(land);
  console.log(`${kind} ${nx} x ${ny}: ${wanted}, ${(steps / 1000 / (performance.now() - began)).toFixed(1)} million steps a second`);
  api.solgel_terrain_destroy(land);
}
