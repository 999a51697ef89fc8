// The side panel: groups of sliders from the engine's parameter tables, choices, switches, buttons and free HTML.
//
// Own code rather than a widget library: each control is a native input with its label, so keyboard, touch and screen
// readers work as the browser means them to. A slider over decades (low > 0, high / low >= 100) moves in logarithms.
import type { Parameter } from './engine/module';

export interface Slider {
  readonly element: HTMLElement;
  value: number;
  readonly isDefault: boolean;
  readonly initial: number;
  enable(on: boolean): void;
}
export interface Choice {
  readonly element: HTMLElement;
  value: string;
  enable(on: boolean): void;
}
export interface Switch {
  readonly element: HTMLElement;
  value: boolean;
  enable(on: boolean): void;
}

type SliderRow = Pick<Parameter, 'name' | 'low' | 'high' | 'default'> & Partial<Parameter> & { label?: string };

let serial = 0;

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** ball_radius -> Ball radius */
export const labelOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

const shown = (value: number): string => String(Number(value.toPrecision(5)));

export class Panel {
  constructor(readonly element: HTMLElement) {}

  /** A group that folds. */
  group(title: string, open = true): Panel {
    const body = el('div', { class: 'group-body' });
    const group = el('details', { class: 'group' }, el('summary', {}, title), body);
    group.open = open;
    this.element.append(group);
    return new Panel(body);
  }

  /** A row of a parameter table. `live` is called while dragging, `settled` when the value is final. */
  slider(row: SliderRow, settled: (value: number) => void, live?: (value: number) => void): Slider {
    const id = `s${++serial}`;
    const { low, high } = row;
    const whole = row.whole ?? false;
    const log = low > 0 && high / low >= 100 && !whole;
    const label = row.label ?? labelOf(row.name);
    const bend = low === 0 && high >= 1000 && !whole ? 3 : 1; // from nothing to very large: fine at the small end
    const toBar = (v: number): number =>
      log ? Math.log(v / low) / Math.log(high / low) : ((v - low) / (high - low)) ** (1 / bend);
    const fromBar = (t: number): number => {
      const v = log ? low * (high / low) ** t : low + t ** bend * (high - low);
      return whole ? Math.round(v) : Number(v.toPrecision(3));
    };
    const steps = whole && high - low <= 1000 ? 1 / (high - low) : 0.001;
    const bar = el('input', { type: 'range', min: '0', max: '1', step: String(steps), 'aria-label': label });
    const field = el('input', {
      type: 'number',
      id,
      min: String(low),
      max: String(high),
      step: whole ? '1' : 'any',
      inputmode: 'decimal',
    });
    const reset = el('button', { type: 'button', class: 'reset', title: `Back to ${shown(row.default)}` }, '↺');
    reset.setAttribute('aria-label', `${label}: back to ${shown(row.default)}`);
    const name = el('label', { for: id }, label);
    const unit = el('span', { class: 'unit' }, row.unit ?? '');
    const element = el('div', { class: 'row slider' }, name, bar, el('span', { class: 'value' }, field, unit), reset);
    const range = `${shown(low)} to ${shown(high)}${row.unit ? ` ${row.unit}` : ''}`;
    element.title = row.text ? `${row.text} (${range})` : range;

    let value = row.default;
    const show = (): void => {
      bar.value = String(toBar(value));
      bar.style.setProperty('--at', `${100 * toBar(value)}%`);
      bar.setAttribute('aria-valuetext', `${shown(value)} ${row.unit ?? ''}`.trim());
      field.value = shown(value);
      element.classList.toggle('changed', value !== row.default);
      reset.disabled = value === row.default || bar.disabled;
    };
    const set = (next: number): void => {
      const kept = Math.min(high, Math.max(low, Number.isFinite(next) ? next : value));
      value = whole ? Math.round(kept) : kept;
      show();
    };
    bar.addEventListener('input', () => {
      set(fromBar(Number(bar.value)));
      live?.(value);
    });
    bar.addEventListener('change', () => settled(value));
    field.addEventListener('change', () => {
      set(Number.parseFloat(field.value));
      live?.(value);
      settled(value);
    });
    reset.addEventListener('click', () => {
      set(row.default);
      live?.(value);
      settled(value);
      field.focus();
    });
    show();
    this.element.append(element);
    return {
      element,
      get value() {
        return value;
      },
      set value(next: number) {
        set(next);
      },
      initial: row.default,
      get isDefault() {
        return value === row.default;
      },
      enable(on: boolean) {
        bar.disabled = field.disabled = !on;
        show();
      },
    };
  }

  choice(label: string, options: Record<string, string>, value: string, picked: (value: string) => void): Choice {
    const id = `s${++serial}`;
    const select = el('select', { id });
    for (const [key, text] of Object.entries(options)) select.append(el('option', { value: key }, text));
    select.value = value;
    select.addEventListener('change', () => picked(select.value));
    const element = el('div', { class: 'row choice' }, el('label', { for: id }, label), select);
    this.element.append(element);
    return {
      element,
      get value() {
        return select.value;
      },
      set value(next: string) {
        select.value = next;
      },
      enable: (on) => void (select.disabled = !on),
    };
  }

  toggle(label: string, value: boolean, picked: (value: boolean) => void, title = ''): Switch {
    const id = `s${++serial}`;
    const box = el('input', { type: 'checkbox', role: 'switch', id });
    box.checked = value;
    box.addEventListener('change', () => picked(box.checked));
    const element = el('div', { class: 'row toggle', title }, el('label', { for: id }, label), box);
    this.element.append(element);
    return {
      element,
      get value() {
        return box.checked;
      },
      set value(next: boolean) {
        box.checked = next;
      },
      enable: (on) => void (box.disabled = !on),
    };
  }

  /** Buttons side by side. */
  buttons(actions: Record<string, () => void>): HTMLButtonElement[] {
    const line = el('div', { class: 'row buttons' });
    const made = Object.entries(actions).map(([label, act]) => button(label, act));
    line.append(...made);
    this.element.append(line);
    return made;
  }

  /** Label and value pairs, set by name. */
  facts(names: Record<string, string>): (key: string, value: string) => void {
    const list = el('dl', { class: 'facts' });
    const cells = new Map<string, HTMLElement>();
    for (const [key, label] of Object.entries(names)) {
      const cell = el('dd', {}, '–');
      cells.set(key, cell);
      list.append(el('dt', {}, label), cell);
    }
    this.element.append(list);
    return (key, value) => {
      const cell = cells.get(key);
      if (cell && cell.textContent !== value) cell.textContent = value;
    };
  }

  note(text = ''): HTMLElement {
    const made = el('p', { class: 'note' }, text);
    this.element.append(made);
    return made;
  }
}

export function button(label: string, act: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  const made = el('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', act);
  return made;
}
