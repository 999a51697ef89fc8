// The page around the tabs: messages, progress, theme, files dropped or picked.
import { button, el } from './panel';

export const at = <T extends HTMLElement>(id: string): T => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no element #${id}`);
  return found as T;
};

let statusTimer = 0;

/** One quiet line. What screen readers hear is held back until it has been still for a moment. */
export function status(text: string): void {
  at('status').textContent = text;
  window.clearTimeout(statusTimer);
  statusTimer = window.setTimeout(() => (at('status-spoken').textContent = text), 900);
}

export function progress(done: number | null, label = ''): void {
  const box = at('progress');
  const bar = at<HTMLProgressElement>('progress-bar');
  box.hidden = done === null;
  if (done === null) return;
  const known = !Number.isNaN(done);
  if (known) bar.value = done;
  else bar.removeAttribute('value'); // it moves, and says no number
  at('progress-label').textContent = known ? `${label} ${Math.round(100 * done)} %`.trim() : label;
}

/** What a message offers to do about it. */
export interface Remedy {
  label: string;
  press(): void;
}

export function toast(text: string, kind: 'note' | 'error' = 'note', remedy?: Remedy): void {
  const list = at('toasts');
  const same = [...list.children].find((other) => other.firstChild?.textContent === text);
  if (same?.querySelector('.remedy')) return; // said already, and with something to do about it
  same?.remove();
  const item = el('div', { class: `toast ${kind}`, role: kind === 'error' ? 'alert' : 'status' });
  item.append(el('span', {}, text));
  if (remedy) {
    const act = (): void => {
      item.remove();
      remedy.press();
    };
    item.append(button(remedy.label, act, { class: 'remedy' }));
  }
  item.append(button('×', () => item.remove(), { 'aria-label': 'Close this message' }));
  list.append(item);
  while (list.children.length > 3) list.firstElementChild?.remove();
  if (kind === 'note') window.setTimeout(() => item.remove(), 6000);
}

/** Dark, light, or what the system says. */
export function theme(): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const toggle = at<HTMLButtonElement>('theme');
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem('solgel-theme');
  } catch {
    // Storage may be forbidden; the system's wish then stands.
  }
  const apply = (): void => {
    const dark = chosen ? chosen === 'dark' : system.matches;
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
    toggle.setAttribute('aria-pressed', String(dark));
    toggle.title = dark ? 'Light page' : 'Dark page';
  };
  system.addEventListener('change', apply);
  toggle.addEventListener('click', () => {
    chosen = document.documentElement.dataset['theme'] === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem('solgel-theme', chosen);
    } catch {
      // As above.
    }
    apply();
  });
  apply();
}

export function onDrop(take: (files: File[]) => void): void {
  let depth = 0;
  const veil = at('drop-veil');
  const carries = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  const show = (on: boolean): void => void (veil.hidden = !on);
  window.addEventListener('dragenter', (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    ++depth;
    show(true);
  });
  window.addEventListener('dragover', (event) => {
    if (carries(event)) event.preventDefault();
  });
  window.addEventListener('dragleave', () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) show(false);
  });
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    depth = 0;
    show(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) take(files);
  });
}

export function pick(accept: string, several = false): Promise<File[]> {
  return new Promise((go) => {
    const input = el('input', { type: 'file', accept });
    input.multiple = several;
    input.addEventListener('change', () => go([...(input.files ?? [])]));
    input.addEventListener('cancel', () => go([]));
    input.click();
  });
}

export function save(name: string, content: Blob | string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content;
  const address = URL.createObjectURL(blob);
  const link = el('a', { href: address, download: name });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
