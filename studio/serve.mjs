// Serves a folder on loopback, for a look and for the tests: node serve.mjs [FOLDER] [PORT]
import { createServer } from 'node:http';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Starts a server; resolves to { address, close }. Port 0 picks a free one. */
export function serve(folder, port = 0) {
  const root = resolve(folder);
  const server = createServer(async (request, answer) => {
    try {
      const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
      let file = join(root, path);
      if (!file.startsWith(root)) throw new Error('outside');
      if ((await stat(file)).isDirectory()) file = join(file, 'index.html');
      const body = await readFile(file);
      answer.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' });
      answer.end(body);
    } catch {
      answer.writeHead(404, { 'content-type': 'text/plain' });
      answer.end('not found\n');
    }
  });
  return new Promise((go, fail) => {
    server.on('error', fail);
    server.listen(port, '127.0.0.1', () =>
      go({ address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }),
    );
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { address } = await serve(process.argv[2] ?? 'dist', Number(process.argv[3] ?? 8080));
  console.log(address);
}
