// Builds the page into studio/dist, or into another folder: node build.mjs [--wasm FILE] [--out FOLDER] [--debug]
//
// Paths in what comes out are relative, no special headers are needed: any static host will do. The service worker
// carries a hash over all files, so that a new upload replaces the old one whole.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const option = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const debug = process.argv.includes('--debug');
const out = option('--out', join(here, 'dist'));
const wasm = option('--wasm', process.env.SOLGEL_WASM ?? join(here, '../build/wasm/apps/wasm/solgel.wasm'));

await stat(wasm).catch(() => {
  console.error(`build.mjs: no engine at ${wasm}; build it (cmake --preset wasm && cmake --build --preset wasm) or pass --wasm FILE`);
  process.exit(2);
});
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await build({
  entryPoints: { main: join(here, 'src/main.ts'), worker: join(here, 'src/engine/worker.ts') },
  outdir: out,
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  loader: { '.wgsl': 'text' },
  minify: !debug,
  sourcemap: debug,
  chunkNames: 'chunks/[name]-[hash]',
  legalComments: 'none',
  logLevel: 'warning',
});
await cp(join(here, 'public'), out, { recursive: true });
await cp(wasm, join(out, 'solgel.wasm'));

async function files(folder) {
  const found = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await files(path)));
    else found.push(path);
  }
  return found.sort();
}
const hash = createHash('sha256');
const sizes = [];
const names = [];
for (const path of await files(out)) {
  const bytes = await readFile(path);
  const name = relative(out, path).replaceAll('\\', '/');
  hash.update(name).update(bytes);
  if (name.endsWith('.map')) continue;
  names.push(name);
  sizes.push({ name, bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length });
}
const version = hash.digest('hex').slice(0, 16);
const worker = await readFile(join(here, 'src/sw.js'), 'utf8');
await writeFile(
  join(out, 'sw.js'),
  worker.replace("'VERSION'", JSON.stringify(version)).replace("['FILES']", JSON.stringify(['./', ...names])),
);
for (const { name, bytes, gzip } of sizes) console.log(`${name.padEnd(40)} ${String(bytes).padStart(8)} ${String(gzip).padStart(8)} gz`);
console.log(`${out}: ${names.length} files, ${sizes.reduce((sum, s) => sum + s.gzip, 0)} bytes compressed, version ${version}`);
