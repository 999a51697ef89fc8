// What a reader's hands and the machine do to the page: files dropped and picked, fingers, a hidden page, a lost device.
import assert from 'node:assert/strict';

export const stateHash = (page) => page.evaluate(() => window.solgelStudio.stateHash());
export const runExactly = (page, steps) => page.evaluate((n) => window.solgelStudio.runExactly(n), steps);
/** Looks every 50 ms, not with every picture: these are dear on the software device. */
export const until = (page, condition, argument) => page.waitForFunction(condition, argument, { polling: 50 });
/** The same for what the page has to ask its worker: Playwright takes the promise itself for a yes. */
export async function untilAnswered(page, question, argument) {
  for (const end = Date.now() + 60_000; !(await page.evaluate(question, argument)); await page.waitForTimeout(50)) {
    assert.ok(Date.now() < end, `waited a minute for ${question}`);
  }
}
export const says = (page, text) => until(page, (t) => document.getElementById('status').textContent.includes(t), text);
export const toasts = (page) => page.$$eval('.toast span', (list) => list.map((item) => item.textContent));
export const closeToasts = (page) => page.$$eval('.toast button:last-child', (list) => list.forEach((item) => item.click()));
/** Waits until the play button offers that: 'Play', 'Pause', 'Go on'. */
export const offers = (page, word) =>
  until(page, (w) => document.querySelector('.tab-bar:not([hidden]) .main').title.startsWith(w), word);

/** Drags files over the page and lets them go, as a file manager does; content is text or bytes. */
export async function dropFiles(page, files) {
  const packed = files.map(({ name, content }) => [name, Buffer.from(content).toString('base64')]);
  const veils = await page.evaluate((list) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of list) dataTransfer.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
    const shown = [];
    for (const kind of ['dragenter', 'dragover', 'drop']) {
      const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
      document.getElementById('stage').dispatchEvent(event);
      shown.push(event.defaultPrevented, !document.getElementById('drop-veil').hidden);
    }
    return shown;
  }, packed);
  // All three are the page's to answer, and the veil is up until the files are let go.
  assert.deepEqual(veils, [true, true, true, true, true, false]);
}

/** The button in the header and the browser's own dialog; files are paths, or { name, mimeType, buffer }. */
export async function pickFiles(page, files) {
  const [dialog] = await Promise.all([page.waitForEvent('filechooser'), page.click('#open-file')]);
  await dialog.setFiles(files);
}

/** Chromium without a window shows every page for ever: the page is told what a hidden one is told. */
export const hide = (page, on) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (hidden ? 'hidden' : 'visible') });
    document.dispatchEvent(new Event('visibilitychange'));
  }, on);

/** Takes the graphics device away: WebGPU's by ending the process that has it, WebGL's by the extension made for it. */
export async function loseGraphics(chromium, page, backend) {
  await page.evaluate(() => (document.querySelector('canvas.canvas').dataset.before = 'loss'));
  if (backend === 'WebGPU') {
    const session = await chromium.newBrowserCDPSession();
    await session.send('Browser.crashGpuProcess').catch(() => {}); // it does not live to answer
    await session.detach().catch(() => {});
  } else {
    await page.evaluate(() => document.querySelector('canvas.canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext());
  }
  await until(page, () => [...document.querySelectorAll('.toast span')].some((item) => /device was lost/.test(item.textContent)));
  assert.equal(await page.evaluate(() => document.querySelector('canvas.canvas').dataset.before), undefined);
  assert.equal(await page.evaluate(() => window.solgelStudio.backend), backend);
}

/** Notes the bytes of the largest message between the page and its workers in window.watched.bytes. */
export const watchMessages = (page) =>
  page.evaluate(() => {
    const seen = (window.watched = { bytes: 0 });
    const size = (value) =>
      value instanceof ArrayBuffer || ArrayBuffer.isView(value)
        ? value.byteLength
        : value && typeof value === 'object' && !(value instanceof Blob) && !(value instanceof WebAssembly.Module)
          ? Object.values(value).reduce((sum, one) => sum + size(one), 0)
          : 0;
    const known = new WeakSet();
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (!known.has(this)) this.addEventListener('message', ({ data }) => (seen.bytes = Math.max(seen.bytes, size(data))));
      known.add(this);
      seen.bytes = Math.max(seen.bytes, size(message));
      return send.call(this, message, ...rest);
    };
  });

/** Fingers: touch(page) gives a function for 'touchStart', 'touchMove' and 'touchEnd' with their points. */
export async function touch(page) {
  const session = await page.context().newCDPSession(page);
  return (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
}
export async function stroke(fingers, from, to) {
  await fingers('touchStart', ...from);
  for (let k = 1; k <= 4; ++k) await fingers('touchMove', ...from.map(([x, y], n) => [x + ((to[n][0] - x) * k) / 4, y + ((to[n][1] - y) * k) / 4]));
  await fingers('touchEnd');
}

/** Numbers behind a key of the address. */
export async function inAddress(page, key) {
  await until(page, (k) => new URLSearchParams(location.hash.split('?')[1]).has(k), key);
  return (await page.evaluate((k) => new URLSearchParams(location.hash.split('?')[1]).get(k), key)).split(',').map(Number);
}

/** Has the engine trap, and starts another one with the button that the message offers. */
export async function trapAndRevive(page) {
  await page.evaluate(() => window.solgelStudio.trap());
  assert.ok((await toasts(page)).some((text) => text.startsWith('the engine stopped: ')));
  await assert.rejects(stateHash(page), /the engine stopped/);
  await closeToasts(page);
  await page.click('.tab-bar:not([hidden]) .main'); // whoever has closed the message and wants to go on gets it again
  await page.click('.toast .remedy');
  await stateHash(page); // waits until everything is there again
}
