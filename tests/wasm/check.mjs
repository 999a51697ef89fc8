// Runs the WebAssembly modules of a build folder under Node: check.mjs BUILD_FOLDER
//
// The module of the C API must load without imports and export its memory; the test module must compute the same bits
// of mathematics as the native test, whose literal is read from tests/core/math_bits.h.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';

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
const compressed = gzipSync(readFileSync(join(build, 'apps/wasm/solgel.wasm')), {level: 9}).length;
console.log(`solgel.wasm: ${compressed} bytes compressed`);
assert.ok(compressed < 300_000, 'the page promises that the module is below 300 kB compressed');
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

// The same tracks written back, to the bytes that tests/cli gets from the command.
for (const line of readFileSync(new URL('written.txt', tracks), 'utf8').trim().split('\n')) {
  const [name, format, wanted] = line.split(' ');
  const bytes = readFileSync(new URL(name, tracks));
  const table = api.solgel_sand_create();
  for (const key of ['width', 'height']) assert.equal(api.solgel_sand_set(table, put(Buffer.from(key)), 120), ok);
  assert.equal(api.solgel_sand_load_track(table, put(bytes), bytes.length, put(Buffer.from(name)), 0), ok);
  const out = api.solgel_alloc(8);
  assert.equal(api.solgel_sand_track(table, put(Buffer.from(format)), out, out + 4, 0), ok);
  const [at, count] = new Uint32Array(api.memory.buffer, out, 2);
  const written = new Uint8Array(api.memory.buffer, at, count);
  assert.equal(createHash('sha256').update(written).digest('hex'), wanted, line);
  console.log(`${name} as ${format}: ${count} bytes`);
  api.solgel_sand_destroy(table);
}
assert.equal(JSON.parse(text(api.solgel_sand_tables())).find(({name}) => name === 'sandify-polar').diameter, 500);

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

// The soft bodies of tests/api/jelly_hashes.txt, as its native test moves and lights them.
const numbers = (list, type = Float64Array) => {
  const at = api.solgel_alloc(list.length * type.BYTES_PER_ELEMENT);
  new type(api.memory.buffer, at, list.length).set(list);
  return at;
};
const jelly = {now: 0, points: [], state: [0, 0]};
const told = (name) => text(api[`solgel_jelly_${{hash: 'hash_text', light: 'light_hash_text', positions: 'sha256_positions', velocities: 'sha256_velocities'}[name]}`](jelly.now));
const good = (outcome, wanted = ok) => assert.equal(outcome, wanted, text(api.solgel_jelly_error(jelly.now)));
const shape = (give, corners) => (unit, size, height, fineness, ...indices) =>
  good(give(jelly.now, numbers(jelly.points), jelly.points.length / 3, numbers(indices, Uint32Array), indices.length / corners, unit, size, height, fineness));
const two = (give, wanted = ok) => (...v) => good(give(jelly.now, numbers(v.slice(0, 3)), numbers(v.slice(3))), wanted);
const one = (give) => (...v) => good(give(jelly.now, numbers(v)));
const plain = (give) => () => good(give(jelly.now));
const commands = {
  points: (...v) => { jelly.points = v; },
  cage: shape(api.solgel_jelly_cage, 4),
  mesh: shape(api.solgel_jelly_mesh, 3),
  pin: (...v) => good(api.solgel_jelly_pin(jelly.now, numbers(v, Uint32Array), v.length)),
  plane: two(api.solgel_jelly_plane),
  sphere: (x, y, z, radius) => good(api.solgel_jelly_sphere(jelly.now, numbers([x, y, z]), radius)),
  box: two(api.solgel_jelly_box),
  begin: plain(api.solgel_jelly_begin),
  step: (count) => good(api.solgel_jelly_step(jelly.now, count)),
  frames: (count, seconds) => { for (let k = 0; k < count; ++k) good(api.solgel_jelly_advance(jelly.now, seconds, 0)); },
  nudge: plain(api.solgel_jelly_nudge),
  reset: plain(api.solgel_jelly_reset),
  grab: two(api.solgel_jelly_grab, 1),
  grab_nearest: one(api.solgel_jelly_grab_nearest),
  move: one(api.solgel_jelly_move_grab),
  release: plain(api.solgel_jelly_release),
  surface: plain(api.solgel_jelly_refresh_surface),
  light: one(api.solgel_jelly_refresh_light),
  save: () => {
    const size = api.solgel_jelly_state_size(jelly.now);
    jelly.state = [api.solgel_alloc(size), size];
    good(api.solgel_jelly_save(jelly.now, ...jelly.state));
  },
  restore: () => good(api.solgel_jelly_restore(jelly.now, ...jelly.state)),
};
let wants = 0;
for (const line of readFileSync(new URL('../api/jelly_hashes.txt', import.meta.url), 'utf8').split('\n')) {
  const [command, ...words] = line.trim().split(/ +/);
  if (command === '' || command === '#') continue;
  if (command === 'new') {
    api.solgel_jelly_destroy(jelly.now);
    jelly.now = api.solgel_jelly_create();
    console.log(`jelly: ${words.join(' ')}`);
  } else if (command === 'set' || command === 'option') {
    good(api[`solgel_jelly_${command}`](jelly.now, put(Buffer.from(words[0])), Number(words[1])));
  } else if (command.startsWith('want_')) {
    assert.equal(told(command.slice(5)), words[0], line);
    ++wants;
  } else {
    commands[command](...words.map(Number));
  }
}
console.log(`jelly: ${wants} hashes as in native builds`);

// The surfaces of tests/api/meshes, as the command moves them.
const meshes = new URL('../api/meshes/', import.meta.url);
for (const name of ['pebble.obj', 'pebble.ply', 'pebble.stl']) {
  const bytes = readFileSync(new URL(name, meshes));
  jelly.now = api.solgel_jelly_create();
  good(api.solgel_jelly_read_mesh(jelly.now, put(bytes), bytes.length, put(Buffer.from(name)), 1, 0.1, 0.0124, 10));
  commands.begin();
  commands.step(48);
  assert.equal(told('positions'), readFileSync(new URL('positions.txt', meshes), 'utf8').trim(), name);
  api.solgel_jelly_destroy(jelly.now);
}
console.log('jelly: three files of one surface move as natively');

// What a frame costs: steps of the free drop, and both kinds of light where it has come to rest.
for (const scheme of [0, 1]) {
  jelly.now = api.solgel_jelly_create();
  good(api.solgel_jelly_option(jelly.now, put(Buffer.from('scheme')), scheme));
  commands.begin();
  commands.step(50);
  const began = performance.now();
  commands.step(200);
  console.log(`jelly: ${((performance.now() - began) / 200).toFixed(3)} ms a step, ${['fast', 'reference'][scheme]}`);
  api.solgel_jelly_destroy(jelly.now);
}
jelly.now = api.solgel_jelly_create();
commands.begin();
for (const transport of [0, 1]) {
  good(api.solgel_jelly_option(jelly.now, put(Buffer.from('transport')), transport));
  commands.light(0, 0.096, 0.196);
  const began = performance.now();
  for (let k = 0; k < 10; ++k) commands.light(0, 0.096, 0.196);
  console.log(`jelly: ${((performance.now() - began) / 10).toFixed(1)} ms a refresh of light, ${['adaptive', 'specified'][transport]}`);
}
const light = api.solgel_jelly_caustics_view(jelly.now);
assert.ok(new Float32Array(api.memory.buffer, light, 3 * 384 * 384).some((v) => v > 0.1));
api.solgel_jelly_destroy(jelly.now);
