// Chromium for the page's tests: Debian's, with WebGPU on the software device, or without WebGPU for the WebGL 2 path.
import { chromium } from 'playwright-core';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const studio = join(dirname(fileURLToPath(import.meta.url)), '..');
const quiet = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'];
const webgpu = ['--enable-unsafe-webgpu', '--enable-features=Vulkan', '--use-vulkan=swiftshader', '--use-angle=vulkan'];
const webgl = ['--disable-features=WebGPU', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** Starts a browser; 'WebGPU' or 'WebGL 2'. */
export function browser(backend = 'WebGPU') {
  // Debian's chromium finds its own software device only when it is told where the description lies.
  const icd = '/usr/lib/chromium/vk_swiftshader_icd.json';
  const env = { ...process.env, VK_ICD_FILENAMES: icd, VK_DRIVER_FILES: icd };
  const executablePath = process.env.SOLGEL_CHROMIUM ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, env, args: ['--no-sandbox', ...quiet, ...(backend === 'WebGPU' ? webgpu : webgl)] });
}

/** A page that says what goes wrong in it; errors is filled as they come. */
export async function openPage(from, address, size = { width: 512, height: 512 }, more = {}) {
  const page = await from.newPage({ viewport: size, deviceScaleFactor: 1, ...more });
  page.setDefaultTimeout(60_000);
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
    if (process.env.SOLGEL_VERBOSE) console.log(`  page: ${message.text()}`);
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.solgelStudio !== undefined);
  await page.evaluate(() => window.solgelStudio.ready);
  return { page, errors };
}

/** The canvas as the page itself reads it back. */
export async function picture(page, name) {
  const data = await page.evaluate(() => window.solgelStudio.picture());
  await keep(name, Buffer.from(data, 'base64'));
}
export async function screenshot(page, name) {
  await keep(name, await page.screenshot());
}
async function keep(name, bytes) {
  await mkdir(join(studio, 'out'), { recursive: true });
  await writeFile(join(studio, 'out', name), bytes);
}
