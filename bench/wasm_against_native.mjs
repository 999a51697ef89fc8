// What a step costs in WebAssembly, beside the native build of the same vector width, on one thread:
//
//   node bench/wasm_against_native.mjs [--native FILE] [--wasm FILE] [--turns N] [--wide] [MODEL...]
//
// Both do the same stretches of steps through the C API by turns (turns.cpp is the native half), and the hashes of every
// stretch must agree. What is shown are medians of CPU time a step, and of the ratios of neighbouring stretches: another
// program that takes half of the machine slows both. WebAssembly has vectors of 128 bits, so the native kernels are held
// to SSE2 (SOLGEL_NO_AVX2); --wide lets them have what the processor has. The first stretches are not counted: by then
// Node has compiled what is hot for good.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {parseArgs} from 'node:util';
import {gzipSync} from 'node:zlib';

const here = (path) => new URL(`../${path}`, import.meta.url).pathname;
const {values: flags, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    native: {type: 'string', default: here('build/release/bench/solgel_turns')},
    wasm: {type: 'string', default: here('build/wasm/apps/wasm/solgel.wasm')},
    turns: {type: 'string', default: '15'},
    wide: {type: 'boolean', default: false},
  },
});
const kWarm = 3;
const kMost = 1.6;  // what the page promises
const track = here('studio/public/tracks/flower.thr');
for (const file of [flags.native, flags.wasm, track]) assert.ok(existsSync(file), `${file} is missing; build it first`);

// The engine: text and bytes in, text out.
const binary = readFileSync(flags.wasm);
const api = new WebAssembly.Instance(new WebAssembly.Module(binary), {}).exports;
api._initialize();
const put = (bytes) => {
  const at = api.solgel_alloc(bytes.length + 1);
  new Uint8Array(api.memory.buffer, at, bytes.length + 1).set([...bytes, 0]);
  return at;
};
const word = (text) => put(Buffer.from(text));
const text = (at) => {
  const memory = new Uint8Array(api.memory.buffer);
  return Buffer.from(memory.subarray(at, memory.indexOf(0, at))).toString();
};
const seconds = () => {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1e6;
};
const timed = (work) => {
  const began = seconds();
  work();
  return seconds() - began;
};

// The stretches of turns.cpp.
const file = readFileSync(track);
const table = api.solgel_sand_create();
const names = Object.fromEntries(['droplets', 'maps', 'fractal', track].map((name) => [name, word(name)]));
const drawing = put(file);
const stretches = {
  sand() {
    const load = () => api.solgel_sand_load_track(table, drawing, file.length, names[track], 0);
    if (api.solgel_sand_duration(table) === 0) load();
    if (api.solgel_sand_time(table) + 60 > api.solgel_sand_duration(table)) load();
    const before = api.solgel_sand_steps(table);
    const cpu = timed(() => api.solgel_sand_step(table, 4000));
    return {cpu, steps: api.solgel_sand_steps(table) - before, hash: text(api.solgel_sand_hash_text(table))};
  },
  terrain() {
    const land = api.solgel_terrain_create();
    api.solgel_terrain_set(land, names.droplets, 20000);
    api.solgel_terrain_option(land, names.maps, 1);
    api.solgel_terrain_generate(land, names.fractal, 512, 512);
    api.solgel_terrain_begin(land);
    const cpu = timed(() => {
      while (api.solgel_terrain_advance(land, api.solgel_terrain_ended(land) + 512) === 0);
    });
    const done = {cpu, steps: api.solgel_terrain_steps(land), hash: text(api.solgel_terrain_hash_text(land))};
    api.solgel_terrain_destroy(land);
    return done;
  },
  jelly() {
    const body = api.solgel_jelly_create();
    api.solgel_jelly_begin(body);
    const cpu = timed(() => api.solgel_jelly_step(body, 120));
    const done = {cpu, steps: 120, hash: text(api.solgel_jelly_hash_text(body))};
    api.solgel_jelly_destroy(body);
    return done;
  },
};

const narrow = flags.wide ? {} : {SOLGEL_NO_AVX2: '1', SOLGEL_NO_AVX512: '1'};
const native = spawn(flags.native, [track], {env: {...process.env, ...narrow}, stdio: ['pipe', 'pipe', 'inherit']});
const answers = createInterface({input: native.stdout})[Symbol.asyncIterator]();
async function nativeStretch(model) {
  native.stdin.write(`${model}\n`);
  const {value, done} = await answers.next();
  assert.ok(!done, `${flags.native} ended early`);
  const [cpu, steps, hash] = value.split(' ');
  return {cpu: Number(cpu), steps: Number(steps), hash};
}

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const models = positionals.length > 0 ? positionals : Object.keys(stretches);
console.log(`solgel.wasm: ${binary.length} bytes, ${gzipSync(binary, {level: 9}).length} compressed (gzip -9)`);
let slow = 0;
for (const model of models) {
  assert.ok(stretches[model], `no model '${model}': ${Object.keys(stretches).join(', ')}`);
  const cost = {native: [], wasm: [], ratio: []};
  for (let turn = -kWarm; turn < Number(flags.turns); ++turn) {
    const theirs = await nativeStretch(model);
    const ours = stretches[model]();
    assert.equal(ours.hash, theirs.hash, `${model}: the state after a stretch`);
    assert.equal(ours.steps, theirs.steps);
    if (turn < 0) continue;
    cost.native.push((theirs.cpu / theirs.steps) * 1e6);
    cost.wasm.push((ours.cpu / ours.steps) * 1e6);
    cost.ratio.push(ours.cpu / theirs.cpu);
  }
  const ratio = median(cost.ratio);
  slow += ratio > kMost;
  console.log(`${model.padEnd(8)} native ${median(cost.native).toPrecision(4)} us, WebAssembly ${median(cost.wasm).toPrecision(4)} us a step: ` +
    `${ratio.toFixed(2)} (${Math.min(...cost.ratio).toFixed(2)} to ${Math.max(...cost.ratio).toFixed(2)})${ratio > kMost ? `, more than ${kMost}` : ''}`);
}
native.stdin.end();
process.exitCode = slow > 0 && !flags.wide ? 1 : 0;
