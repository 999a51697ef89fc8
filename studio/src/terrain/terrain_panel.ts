// The side panel of the terrain tab. It changes the settings in place and says which part has changed.
import type { Parameter } from '../engine/module';
import { el, labelOf } from '../panel';
import type { Choice, Panel, Slider } from '../panel';
import { coverRows, kPaints, lightRows } from './look';
import type { Paint } from './look';
import { kKinds, kMaps, kMasks } from './messages';
import type { Begun, Kind, MapName, MaskName, Saved } from './messages';
import { baseLevel, kOptions } from './settings';
import type { OptionName, Settings } from './settings';

export interface PanelEvents {
  land(): void; // land or rain: begin again
  look(relight: boolean): void;
  paint(): void;
  open(): void;
  camera(above: boolean): void;
  save(what: Saved | 'picture'): void;
  mask(name: MaskName): void;
  unmask(name: MaskName): void;
}

const kCells = [128, 256, 384, 512, 768, 1024];
const kWords: Record<OptionName, string> = { border: 'Border', depressions: 'Hollows, before', scheme: 'Scheme' };

export class TerrainPanel {
  readonly tell: (key: string, value: string) => void;
  private readonly sliders = new Map<string, Slider>();
  private readonly defaults = new Map<string, number>();
  private readonly options = new Map<OptionName, Choice>();
  private readonly kind: Choice;
  private readonly cells: Choice;
  private readonly paint: Choice;
  private readonly seed: HTMLInputElement;
  private readonly cell: HTMLInputElement;
  private readonly unit: HTMLInputElement;
  private readonly units: HTMLElement;
  private readonly masks = new Map<MaskName, { pick: HTMLButtonElement; away: HTMLButtonElement }>();
  private readonly base: HTMLInputElement;

  constructor(
    panel: Panel,
    private readonly s: () => Settings,
    terrain: Parameter[],
    land: Parameter[],
    private readonly on: PanelEvents,
  ) {
    const ground = panel.group('Land');
    this.kind = ground.choice('Land', { ...kKinds, file: 'Height map …' }, 'island', (kind) => {
      if (kind === 'file') {
        this.show();
        on.open();
        return;
      }
      s().kind = kind as Kind;
      on.land();
    });
    const sizes = Object.fromEntries(kCells.map((n) => [String(n), `${n} × ${n}`]));
    this.cells = ground.choice('Cells', sizes, '512', (n) => {
      const [nx = 512, ny = nx] = n.split('x').map(Number);
      [s().nx, s().ny] = [nx, ny];
      on.land();
    });
    this.seed = this.field(ground, 'Seed', 'Another number is another land, and other rain', (text) => {
      if (!/^\d{1,20}$/.test(text)) return this.show();
      s().seed = BigInt.asUintN(64, BigInt(text)).toString();
      on.land();
    });
    ground.buttons({
      'Another seed': () => {
        s().seed = String(Math.floor(Math.random() * 1e9));
        on.land();
      },
      'Open a height map': () => on.open(),
    });
    this.cell = this.field(ground, 'Cell, metres', 'Metres along a cell of the height map; empty: what the file says, if it does', (text) => {
      s().cell = Math.max(0, Number(text) || 0);
      on.land();
    });
    this.unit = this.field(ground, 'A height of 1, metres', 'What a height of 1 is worth, where a cell has metres', (text) => {
      s().heightUnit = Number(text) > 0 ? Number(text) : 1;
      on.land();
    });
    this.units = ground.note();
    this.rows(panel.group('Shape of the land', false), land, 'parameters');
    const masks = panel.group('Masks', false);
    for (const [name, label] of Object.entries(kMasks) as [MaskName, string][]) {
      const [pick, away] = masks.buttons({ [`${label} …`]: () => on.mask(name), 'Take away': () => on.unmask(name) });
      if (!pick || !away) continue;
      away.setAttribute('aria-label', `Take away: ${label.toLowerCase()}`);
      this.masks.set(name, { pick, away });
    }
    masks.note('Files of the land’s size; one whose name says hardness, say, may be dropped. Rain falls where it is white; hard ground is not eroded, protected ground does not change where it is white.');

    const by = (names: string[]): Parameter[] => terrain.filter((row) => names.includes(row.name));
    const rain = panel.group('Rain');
    this.rows(rain, by(['rain', 'vertical_scale', 'talus']), 'parameters');
    for (const name of Object.keys(kOptions) as OptionName[]) {
      const words = Object.fromEntries(kOptions[name].map((word, k) => [String(k), labelOf(word)]));
      const choice = rain.choice(kWords[name], words, '0', (value) => {
        s().options[name] = Number(value);
        on.land();
      });
      this.options.set(name, choice);
    }
    this.base = this.field(rain, 'Standing water', 'Level of standing water, in the map’s own heights; empty: none', (text) => {
      const row = terrain.find((one) => one.name === 'base_level');
      const value = text.trim() === '' ? (row?.default ?? -1e9) : Number(text);
      if (!Number.isFinite(value) || !row) return this.show();
      if (value === row.default && s().kind !== 'island') delete s().parameters['base_level'];
      else s().parameters['base_level'] = Math.min(row.high, Math.max(row.low, value));
      on.land();
    });
    const drop = ['dt', 'density', 'friction', 'deposition_rate', 'evaporation', 'min_volume', 'radius', 'unit', 'talus_passes'];
    this.rows(panel.group('Droplets', false), by(drop), 'parameters');

    const view = panel.group('View');
    this.paint = view.choice('Colours', kPaints, 'natural', (paint) => {
      s().paint = paint as Paint;
      on.paint();
    });
    this.rows(view, lightRows.filter((row) => row.name === 'sun_azimuth' || row.name === 'sun_elevation'), 'look');
    this.rows(view, coverRows.filter((row) => row.name === 'water' || row.name === 'exaggeration'), 'look');
    view.buttons({ 'From the side': () => on.camera(false), 'From above': () => on.camera(true) });
    const rest = [...lightRows, ...coverRows].filter((row) => !this.sliders.has(row.name));
    this.rows(panel.group('Light and cover', false), rest, 'look');

    this.tell = panel.group('Account').facts({
      size: 'Cells',
      droplets: 'Droplets',
      steps: 'Steps',
      speed: 'Steps a second',
      eroded: 'Eroded',
      deposited: 'Deposited',
      carried: 'Carried off',
      flight: 'In flight',
      balance: 'Balance error',
      hash: 'State',
    });
    const save = panel.group('Save');
    const heights = (as: Saved['as']) => (): void => on.save({ what: 'heights', as });
    save.buttons({ Picture: () => on.save('picture'), 'Map, 16-bit PNG': heights('png'), 'Map, NPY': heights('npy') });
    const as = save.choice('What happened, as', { png: '16-bit PNG', npy: 'NPY, 32-bit float' }, 'png', () => {});
    const one = (what: MapName): [string, () => void] => [labelOf(what), () => on.save({ what, as: as.value as Saved['as'] })];
    save.buttons(Object.fromEntries(kMaps.slice(0, 3).map(one)));
    save.buttons(Object.fromEntries(kMaps.slice(3).map(one)));
    save.buttons({ Report: () => on.save({ what: 'report', as: 'png' }) });
    save.note('Everything is saved at full depth; what a count of a PNG is worth stands in the file.');
  }

  /** What the land that has begun is made of. */
  tellLand({ masks, units }: Begun): void {
    this.units.textContent = units && `Taken so: ${units}.`;
    this.units.hidden = units === '';
    for (const [name, { pick, away }] of this.masks) {
      const file = masks[name];
      pick.textContent = file ? `${kMasks[name]}: ${file}` : `${kMasks[name]} …`;
      away.disabled = file === undefined;
    }
  }

  private rows(panel: Panel, rows: Parameter[], what: 'parameters' | 'look'): void {
    for (const row of rows) {
      const set = (value: number): void => {
        const to: Record<string, number> = what === 'look' ? (this.s().look as unknown as Record<string, number>) : this.s().parameters;
        if (what === 'parameters' && value === row.default) delete to[row.name];
        else to[row.name] = value;
      };
      const live = (value: number): void => {
        set(value);
        this.on.look(!['haze', 'rock', 'vegetation', 'snow_line', 'water', 'texture', 'exposure'].includes(row.name));
      };
      const settled = (value: number): void => {
        set(value);
        this.on.land();
      };
      this.defaults.set(row.name, row.default);
      this.sliders.set(row.name, what === 'look' ? panel.slider(row, live, live) : panel.slider(row, settled));
    }
  }

  private field(panel: Panel, label: string, title: string, settled: (text: string) => void): HTMLInputElement {
    const id = `terrain-${label.toLowerCase().replace(/\W+/g, '-')}`;
    const input = el('input', { type: 'text', id, inputmode: 'decimal', autocomplete: 'off', spellcheck: 'false', class: 'pill' });
    input.style.minWidth = '0';
    input.style.width = '100%';
    input.addEventListener('change', () => settled(input.value));
    panel.element.append(el('div', { class: 'row choice', title }, el('label', { for: id }, label), input));
    return input;
  }

  /** Brings every control to the settings as they are. */
  show(): void {
    const s = this.s();
    this.kind.value = s.kind;
    const size = s.nx === s.ny ? String(s.nx) : `${s.nx}x${s.ny}`;
    const select = this.cells.element.querySelector('select');
    if (select && ![...select.options].some((one) => one.value === size)) select.append(el('option', { value: size }, `${s.nx} × ${s.ny}`));
    this.cells.value = size;
    this.cells.enable(s.kind !== 'file');
    this.seed.value = s.seed;
    this.cell.value = s.cell > 0 ? String(s.cell) : '';
    this.unit.value = String(s.heightUnit);
    for (const field of [this.cell, this.unit]) if (field.parentElement) field.parentElement.hidden = s.kind !== 'file';
    const base = baseLevel(s);
    this.base.value = base === undefined || base <= -1e9 ? '' : String(base);
    this.paint.value = s.paint;
    for (const [name, choice] of this.options) choice.value = String(s.options[name]);
    const look = s.look as unknown as Record<string, number>;
    for (const [name, slider] of this.sliders) {
      slider.value = look[name] ?? s.parameters[name] ?? this.defaults.get(name) ?? 0;
    }
  }
}
