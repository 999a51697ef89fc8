// The jelly's side of the panel and its bar: looks, sliders from the engine's table, measurements, buttons.
import type { Parameter } from '../engine/module';
import { button, el } from '../panel';
import type { Choice, Panel, Slider } from '../panel';
import { debugViews } from './jelly_scene';
import type { DebugView } from './jelly_scene';
import { flavours, kCausticSize, kMaskSize } from './messages';
import type { Flavour, JellyValues, Transport } from './messages';

/** Rows of the table that the page shows, and how far its sliders go. The table's own ranges are those of the engine,
 * for bodies of any size; these are where a jelly of 80 mm stays one. */
const ranges: Record<string, [number, number, string?]> = {
  shear: [100, 5000, 'Stiffness (shear)'],
  bulk: [5000, 400_000, 'Stiffness (bulk)'],
  damping: [0, 20],
  density: [300, 3000],
  gravity: [-3, 25],
  restitution: [0, 0.9],
  static_friction: [0, 2],
  dynamic_friction: [0, 2],
  max_grab_force: [0.5, 10, 'Strength of the hand'],
};
const solverRanges: Record<string, [number, number, string?]> = { iterations: [1, 20, 'Sweeps'], substeps: [1, 20] };

/** Sweeps and substeps that belong together. */
const presets: Record<string, { label: string; iterations: number; substeps: number } | undefined> = {
  plain: { label: '3 sweeps (as published)', iterations: 3, substeps: 1 },
  firm: { label: '10 sweeps (firmer)', iterations: 10, substeps: 1 },
  quiet: { label: '10 substeps, 1 sweep (quiet)', iterations: 1, substeps: 10 },
};

export interface Wishes {
  flavour(flavour: Flavour): void;
  view(view: DebugView): void;
  transport(transport: Transport): void;
  parameters(values: Record<string, number>): void;
  pause(): void;
  nudge(): void;
  reset(): void;
  home(): void;
}

const nameOf = (flavour: Flavour): string => flavour.charAt(0).toUpperCase() + flavour.slice(1);
const swatches: Record<Flavour, string> = { berry: '#e8447f', mint: '#35b87e', honey: '#eba32b' };

const icons = {
  pause: '<path d="M7 4v12M13 4v12"/>',
  play: '<path d="M6 4l10 6-10 6z" fill="currentColor"/>',
  nudge: '<path d="M3 10h9M9 6l4 4-4 4M16 4v12"/>',
  reset: '<path d="M4 10a6 6 0 1 0 2-4.5M4 3v4h4"/>',
};
function icon(element: HTMLElement, name: keyof typeof icons, label: string): void {
  if (element.dataset['icon'] === name) return;
  element.dataset['icon'] = name;
  element.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true">${icons[name]}</svg>`;
  element.title = label;
  element.setAttribute('aria-label', label);
}

export class JellyControls {
  private readonly sliders = new Map<string, Slider>();
  private readonly facts: (key: string, value: string) => void;
  private readonly warnings: HTMLElement;
  private readonly preset: Choice;
  private readonly flavourChoice: Choice;
  private readonly viewChoice: Choice;
  private readonly transportChoice: Choice;
  private readonly pauseButton: HTMLButtonElement;
  private readonly swatch = new Map<Flavour, HTMLButtonElement>();
  private lastFacts = 0;
  private maskSide = 0;

  constructor(panel: Panel, bar: HTMLElement, table: Parameter[], private readonly wishes: Wishes) {
    const looks = panel.group('Jelly');
    this.flavourChoice = looks.choice('Flavour', Object.fromEntries(flavours.map((f) => [f, nameOf(f)])), 'berry', (f) =>
      wishes.flavour(f as Flavour),
    );
    this.viewChoice = looks.choice('View', debugViews, 'final', (v) => wishes.view(v as DebugView));
    looks.buttons({ 'Camera home': () => wishes.home() });
    looks.note('Drag the jelly to pull it, drag beside it to turn. N nudges, R resets, space pauses, 1 2 3 change the flavour.');

    const body = panel.group('Body');
    this.add(body, table, ranges);
    this.warnings = body.note();
    this.warnings.hidden = true;
    body.note('Changes make the body anew: it drops again.');

    const solver = panel.group('Solver', false);
    const names = Object.fromEntries(Object.entries(presets).map(([key, p]) => [key, p?.label ?? '']));
    this.preset = solver.choice('Preset', { ...names, own: 'Own values' }, 'plain', (key) => {
      const chosen = presets[key];
      if (!chosen) return;
      this.setParameters({ ...this.parameters(), iterations: chosen.iterations, substeps: chosen.substeps });
      wishes.parameters(this.parameters());
    });
    this.add(solver, table, solverRanges);
    this.transportChoice = solver.choice(
      'Caustics',
      { auto: 'As affordable', adaptive: 'Adaptive', specified: 'As published' },
      'auto',
      (t) => wishes.transport(t as Transport),
    );

    const measured = panel.group('Measured', false);
    this.facts = measured.facts({
      mass: 'Mass',
      volume: 'Volume ratio',
      kinetic: 'Kinetic energy',
      elastic: 'Elastic energy',
      rigid: 'Rigid motion, rms',
      internal: 'Internal motion, rms',
      field: 'Optical field',
      step: 'One step',
      light: 'Light refresh',
      caustics: 'Caustics',
      steps: 'Steps',
    });

    this.pauseButton = button('', () => wishes.pause(), { class: 'icon main' });
    const nudge = button('', () => wishes.nudge(), { class: 'icon' });
    const reset = button('', () => wishes.reset(), { class: 'icon' });
    icon(this.pauseButton, 'pause', 'Pause (space)');
    icon(nudge, 'nudge', 'Nudge (N)');
    icon(reset, 'reset', 'Reset (R)');
    const round = el('div', { role: 'group', 'aria-label': 'Flavour', style: 'display:flex;gap:2px' });
    flavours.forEach((flavour, k) => {
      const made = button('', () => wishes.flavour(flavour), { class: 'icon', title: `${nameOf(flavour)} (${k + 1})`, 'aria-label': nameOf(flavour) });
      made.append(el('span', { style: `width:20px;height:20px;border-radius:50%;background:${swatches[flavour]}` }));
      this.swatch.set(flavour, made);
      round.append(made);
    });
    bar.append(this.pauseButton, nudge, reset, round);
    this.show('berry', 'final', 'auto');
  }

  private add(panel: Panel, table: Parameter[], which: typeof ranges): void {
    for (const [name, [low, high, label]] of Object.entries(which)) {
      const row = table.find((r) => r.name === name);
      if (!row) throw new Error(`the engine has no parameter ${name}: is solgel.wasm older than the page?`);
      const shown = { ...row, low: Math.max(low, row.low), high: Math.min(high, row.high), ...(label ? { label } : {}) };
      const settled = (): void => {
        this.showPreset();
        this.wishes.parameters(this.parameters());
      };
      this.sliders.set(name, panel.slider(shown, settled));
    }
  }

  parameters(): Record<string, number> {
    return Object.fromEntries([...this.sliders].map(([name, slider]) => [name, slider.value]));
  }
  changedParameters(): Record<string, string> {
    return Object.fromEntries([...this.sliders].filter(([, s]) => !s.isDefault).map(([name, s]) => [name, String(s.value)]));
  }
  setParameters(values: Record<string, number>): void {
    for (const [name, slider] of this.sliders) {
      const value = values[name];
      if (value !== undefined) slider.value = value;
    }
    this.showPreset();
  }
  /** Sliders as an address has them; what it does not name goes back to its default. */
  readParameters(state: Record<string, string>, defaults: Parameter[]): Record<string, number> {
    for (const [name, slider] of this.sliders) {
      const given = Number.parseFloat(state[name] ?? '');
      slider.value = Number.isFinite(given) ? given : (defaults.find((r) => r.name === name)?.default ?? slider.value);
    }
    this.showPreset();
    return this.parameters();
  }
  private showPreset(): void {
    const { iterations, substeps } = this.parameters();
    const found = Object.entries(presets).find(([, p]) => p?.iterations === iterations && p?.substeps === substeps);
    this.preset.value = found?.[0] ?? 'own';
  }

  show(flavour: Flavour, view: DebugView, transport: Transport): void {
    this.flavourChoice.value = flavour;
    this.viewChoice.value = view;
    this.transportChoice.value = transport;
    for (const [name, made] of this.swatch) {
      made.setAttribute('aria-pressed', String(name === flavour));
      made.style.boxShadow = name === flavour ? 'inset 0 0 0 2px var(--accent)' : '';
    }
  }

  warn(messages: string[]): void {
    this.warnings.textContent = messages.join(' ');
    this.warnings.hidden = messages.length === 0;
  }

  measured(v: JellyValues): void {
    icon(this.pauseButton, v.paused ? 'play' : 'pause', v.paused ? 'Go on (space)' : 'Pause (space)');
    const now = performance.now();
    if (now - this.lastFacts < 200 && !v.paused && !v.asleep) return;
    this.lastFacts = now;
    const { facts } = this;
    const fixed = (value: number, digits: number): string => value.toFixed(digits);
    facts('mass', `${fixed(1000 * v.mass, 2)} g`);
    facts('volume', fixed(v.volume, 4));
    facts('kinetic', `${fixed(1000 * v.kinetic, 3)} mJ`);
    facts('elastic', `${fixed(1000 * v.elastic, 3)} mJ`);
    facts('rigid', `${fixed(1000 * v.rigid, 1)} mm/s`);
    facts('internal', `${fixed(1000 * v.internal, 1)} mm/s`);
    facts('step', v.stepMs > 0 ? `${fixed(v.stepMs, 2)} ms` : '–');
    facts('light', `${fixed(v.lightMs, 1)} ms${v.lightHz > 0 ? `, ${fixed(v.lightHz, 0)} a second` : ''}`);
    facts('steps', String(v.steps));
    this.maskSide = v.maskSide;
  }

  /** How caustics were traced last, and the side of their square in metres. */
  traced(how: string, causticSide: number): void {
    const side = (metres: number): string => `${(1000 * metres).toFixed(0)} mm`;
    this.facts('field', `${kMaskSize}² on ${side(this.maskSide)}, ${kCausticSize}² on ${side(causticSide)}`);
    this.facts('caustics', how.charAt(0).toUpperCase() + how.slice(1));
  }
}
