// The sand tab's side panel: track, light, table, report, files to save.
import type { Parameter } from '../engine/module';
import { csv, npy, png16 } from '../files';
import { messageOf } from '../engine/protocol';
import { el, labelOf } from '../panel';
import type { Choice, Slider, Switch } from '../panel';
import type { TabHost } from '../tab';
import { kLook, lightRows, sandRows } from './look';
import type { Look } from './look';
import type { Relief, Report, Table, TrackFormat, Written } from './messages';
import { clock } from './sand_bar';
import { bundled } from './tracks';

export interface PanelEvents {
  track(name: string): void;
  files(): void;
  /** A parameter has changed: the track starts over. */
  again(): void;
  look(look: Look): void;
  ball(on: boolean): void;
  relief(): Promise<Relief>;
  written(format: TrackFormat): Promise<Written>;
  report(): Promise<Report>;
}

const placing = {
  fit: 'Fit to the table',
  centre: "The file's origin is the centre",
  mirror: 'Mirror left to right',
  thr_zero_right: 'Theta-rho: 0 points right',
  thr_mirror: 'Theta-rho: counter-clockwise',
};
const facts = {
  time: 'Drawing time',
  path: 'Drawn so far',
  swept: 'Swept',
  spacing: 'Passes apart',
  dense: 'Passed three times',
  highest: 'Highest pile',
  steepest: 'Steepest slope',
  moved: 'Sand moved',
  drift: 'Sand lost or made',
  hash: 'State',
};

export class SandPanel {
  private readonly tracks: Choice;
  private readonly table: Choice;
  private readonly keepSand: Switch;
  private readonly looks = new Map<keyof Look, Slider>();
  private readonly numbers = new Map<string, Slider>();
  private readonly switches = new Map<string, Switch>();
  private readonly rotate: Slider;
  private readonly fact: (key: string, value: string) => void;
  private readonly warnings: HTMLUListElement;
  private readonly warningGroup: HTMLDetailsElement;
  private readonly reportGroup: HTMLDetailsElement;
  private bases: Record<string, number> = {}; // parameters that came with the bundled track
  private title = 'sand';
  private readonly filmButton: HTMLButtonElement | undefined;
  private filming: { stop(): Promise<Blob> } | null = null;

  constructor(
    private readonly host: TabHost,
    rows: Parameter[],
    private readonly tables: Table[],
    private readonly events: PanelEvents,
  ) {
    const { panel } = host;
    const track = panel.group('Track');
    const titles = Object.fromEntries(Object.entries(bundled).map(([name, { title }]) => [name, title]));
    this.tracks = track.choice('Track', { ...titles, '': 'A file' }, 'flower', (name) => {
      if (name) events.track(name);
      else events.files();
    });
    this.keepSand = track.toggle('Keep the sand', false, () => host.stateChanged(), 'The next track is drawn on the relief as it stands');
    track.buttons({ 'Open files …': () => events.files(), 'Level the sand': () => events.again() });
    track.note('G-code, theta-rho and SVG. Drop them anywhere; several are drawn one after the other.');

    this.warningGroup = panel.group('Warnings').element.parentElement as HTMLDetailsElement;
    this.warnings = el('ul', { class: 'warnings' });
    this.warningGroup.lastElementChild?.append(this.warnings);
    this.warningGroup.hidden = true;

    const light = panel.group('Light');
    for (const row of lightRows.slice(0, 3)) this.lookSlider(light, row);
    const more = light.group('More', false);
    for (const row of [...lightRows.slice(3), ...sandRows]) this.lookSlider(more, row);
    more.toggle('Show the ball', true, events.ball);

    const table = panel.group('Table and sand', false);
    const known = Object.fromEntries(tables.map(({ name }) => [name, labelOf(name.replaceAll('-', ' '))]));
    this.table = table.choice('Table', { '': 'As set below', ...known }, '', (name) => this.chooseTable(name));
    for (const row of rows) {
      this.numbers.set(row.name, table.slider(row, () => this.changed()));
    }
    table.note('A change levels the sand and draws the track again.');

    const place = panel.group('Placing the track', false);
    for (const [name, label] of Object.entries(placing)) {
      this.switches.set(name, place.toggle(label, false, () => this.changed()));
    }
    const turn = { name: 'rotate', label: 'Rotate', low: -180, high: 180, default: 0, unit: 'deg', text: 'Turns the track counter-clockwise.' };
    this.rotate = place.slider(turn, () => this.changed());

    const report = panel.group('Report', false);
    this.fact = report.facts(facts);
    this.reportGroup = report.element.parentElement as HTMLDetailsElement;
    this.reportGroup.addEventListener('toggle', () => this.reportOpen && void this.saved(() => this.refresh()));

    const save = panel.group('Save', false);
    save.buttons({
      Picture: () => void this.saved(async () => host.save(`${this.title}.png`, await host.stage.picture())),
      Report: () => void this.saved(async () => host.save(`${this.title}.json`, JSON.stringify(await events.report(), null, 2))),
    });
    const [film] = save.buttons({ 'Film it': () => void this.saved(() => this.film()) });
    this.filmButton = film;
    const heights = save.buttons({
      'Heights, 16-bit PNG': () => void this.saved(() => this.saveRelief('png')),
      NPY: () => void this.saved(() => this.saveRelief('npy')),
      CSV: () => void this.saved(() => this.saveRelief('csv')),
    });
    const written = save.buttons({
      'Track, .thr': () => void this.saved(() => this.saveTrack('thr')),
      '.gcode': () => void this.saved(() => this.saveTrack('gcode')),
      '.svg': () => void this.saved(() => this.saveTrack('svg')),
    });
    for (const [what, buttons] of [['Heights', heights], ['Track', written]] as const) {
      for (const one of buttons.slice(1)) one.setAttribute('aria-label', `${what}, ${one.textContent}`);
    }
    save.note('The track is saved as it lies on the table: placed, turned and mirrored as chosen above.');
  }

  get keep(): boolean {
    return this.keepSand.value;
  }
  setTrack(name: string, file: string): void {
    this.tracks.value = name;
    const option = this.tracks.element.querySelector<HTMLOptionElement>('option[value=""]');
    if (option && file) option.textContent = file;
    this.title = (file || bundled[name]?.file || 'sand').replace(/\.[^.]*$/, '');
  }
  look(): Look {
    const look = { ...kLook };
    for (const [name, slider] of this.looks) look[name] = slider.value;
    return look;
  }
  parameters(): Record<string, number> {
    return Object.fromEntries([...this.numbers].map(([name, slider]) => [name, slider.value]));
  }
  options(): Record<string, number> {
    const switched = [...this.switches].map(([name, one]) => [name, one.value ? 1 : 0] as const);
    return { ...Object.fromEntries(switched), rotate: this.rotate.value };
  }
  /** The table that a bundled track was made for; everything else as its default. */
  setParameters(values: Record<string, number>): void {
    this.bases = values;
    for (const [name, slider] of this.numbers) slider.value = values[name] ?? slider.initial;
    this.nameTable();
  }

  state(): Record<string, string> {
    const state: Record<string, string> = {};
    for (const [name, slider] of this.looks) if (!slider.isDefault) state[name] = String(slider.value);
    for (const [name, slider] of this.numbers) {
      const base = this.bases[name];
      if (base === undefined ? !slider.isDefault : slider.value !== base) state[name] = String(slider.value);
    }
    for (const [name, one] of this.switches) if (one.value) state[name] = '1';
    if (!this.rotate.isDefault) state['rotate'] = String(this.rotate.value);
    return state;
  }
  apply(state: Record<string, string>, bases: Record<string, number>): void {
    this.setParameters(bases);
    const number = (name: string): number | undefined => {
      const value = Number(state[name] ?? Number.NaN);
      return Number.isFinite(value) ? value : undefined;
    };
    for (const [name, slider] of this.numbers) slider.value = number(name) ?? slider.value;
    this.nameTable();
    for (const [name, slider] of this.looks) slider.value = number(name) ?? slider.initial;
    for (const [name, one] of this.switches) one.value = state[name] === '1';
    this.rotate.value = number('rotate') ?? 0;
  }

  /** How long the whole track takes. */
  estimate(seconds: number): void {
    this.fact('time', clock(seconds));
  }
  get reportOpen(): boolean {
    return this.reportGroup.open;
  }

  /** Facts and warnings from the engine's report on what has been drawn so far. */
  async refresh(): Promise<void> {
    const r = await this.events.report();
    this.fact('path', `${(r.path_mm / 1000).toFixed(2)} m in ${r.moves} moves`);
    this.fact('swept', `${(100 * r.swept_fraction).toFixed(0)} %`);
    this.fact('spacing', `${r.spacing_mm.toFixed(1)} mm`);
    this.fact('dense', `${(100 * r.dense_fraction).toFixed(0)} %`);
    this.fact('highest', `${r.highest_mm.toFixed(2)} mm`);
    this.fact('steepest', `${r.steepest_deg.toFixed(1)}°`);
    this.fact('moved', `${(r.sand_moved_mm3 / 1000).toFixed(1)} cm³`);
    this.fact('drift', r.volume_relative_drift === 0 ? 'none' : r.volume_relative_drift.toExponential(1));
    this.fact('hash', r.state_hash);
    const items = r.warnings.map(({ line, message, count }) =>
      el('li', {}, el('b', {}, `${count}×`), el('span', {}, line > 0 ? `line ${line}: ${message}` : message)),
    );
    this.warnings.replaceChildren(...items);
    this.warningGroup.hidden = items.length === 0;
    const sum = r.warnings.reduce((all, { count }) => all + count, 0);
    const summary = this.warningGroup.querySelector('summary');
    if (summary) summary.textContent = `Warnings (${sum})`;
  }

  private lookSlider(group: TabHost['panel'], row: Parameter & { name: keyof Look }): void {
    const moved = (): void => this.events.look(this.look());
    const label = labelOf(row.name.replace(/^light_/, ''));
    this.looks.set(row.name, group.slider({ ...row, label: row.name === 'light_temperature' ? 'Lamp colour' : label }, moved, moved));
  }
  /** What the command's --table sets: the size of the table and of the ball. */
  private chooseTable(name: string): void {
    const table = this.tables.find((one) => one.name === name);
    if (!table) return this.nameTable(); // nothing to set
    const { width, height, diameter, ball_radius } = table;
    const values = { diameter, ball_radius, ...(diameter === 0 ? { width, height } : {}) };
    for (const [key, value] of Object.entries(values)) this.setNumber(key, value);
    this.changed();
  }
  private setNumber(name: string, value: number): void {
    const slider = this.numbers.get(name);
    if (slider) slider.value = value;
  }
  /** The choice of the table follows the sliders: one that they do not add up to is nobody's. */
  private nameTable(): void {
    const is = (name: string, value: number): boolean => this.numbers.get(name)?.value === value;
    const rectangle = (t: Table): boolean => t.diameter > 0 || (is('width', t.width) && is('height', t.height));
    const table = this.tables.find((t) => is('diameter', t.diameter) && is('ball_radius', t.ball_radius) && rectangle(t));
    this.table.value = table?.name ?? '';
    this.table.element.title = table?.text ?? 'Fills in the size of a table that can be bought or built.';
  }
  private changed(): void {
    this.nameTable();
    this.events.again();
    this.host.stateChanged();
  }
  private async film(): Promise<void> {
    const { filming, host } = this;
    this.filming = filming ? null : host.stage.film();
    this.filmButton?.setAttribute('aria-pressed', String(!filming));
    if (this.filmButton) this.filmButton.textContent = filming ? 'Film it' : 'Stop and save the film';
    if (!filming) return;
    const film = await filming.stop();
    host.save(`${this.title}.${film.type.includes('mp4') ? 'mp4' : 'webm'}`, film);
  }
  private async saveTrack(format: TrackFormat): Promise<void> {
    const { bytes, bent } = await this.events.written(format);
    this.host.save(`${this.title}.${format}`, new Blob([bytes], { type: format === 'svg' ? 'image/svg+xml' : 'text/plain' }));
    if (bent > 0) this.host.toast(`${bent} positions lie outside the disc of the format and were moved to its rim.`);
  }
  private async saveRelief(kind: 'png' | 'npy' | 'csv'): Promise<void> {
    const { nx, ny, heights } = await this.events.relief();
    if (kind === 'npy') return this.host.save(`${this.title}.npy`, npy(heights, nx, ny));
    if (kind === 'csv') return this.host.save(`${this.title}.csv`, csv(heights, nx, ny));
    let high = 0;
    for (const h of heights) high = Math.max(high, h);
    this.host.save(`${this.title}-heights.png`, await png16(heights, nx, ny, 0, high));
    this.host.toast(`65535 in the picture is ${high.toFixed(3)} mm.`);
  }
  private async saved(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      this.host.toast(messageOf(thrown), 'error');
    }
  }
}
