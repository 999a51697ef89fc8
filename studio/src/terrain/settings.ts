// Everything of the tab that an address can carry, and how it is written there: short keys, nothing that is as usual.
import type { Parameter } from '../engine/module';
import { kLook, kPaints, kStates } from './look';
import type { Look, Paint, State } from './look';
import { kDefaultSeed, kKinds } from './messages';
import type { Kind, Spec } from './messages';

export const kOptions = {
  border: ['open', 'walled', 'periodic'],
  depressions: ['keep', 'fill', 'breach'],
  scheme: ['fast', 'reference', 'text'],
} as const;
export type OptionName = keyof typeof kOptions;

export interface Settings {
  kind: Kind;
  nx: number;
  ny: number;
  seed: string;
  parameters: Record<string, number>;
  options: Record<OptionName, number>;
  cell: number; // metres along a cell of a height map; 0: what the file says
  heightUnit: number; // metres of a height of 1, where cell is above 0
  look: Look;
  paint: Paint;
  state: State;
  split: number;
  wholeRun: number; // seconds, 0: as fast as it goes
  eye: string; // where the reader has put the camera; empty: where the tab puts it
  playing: boolean; // when the address is opened
}

export const usual = (): Settings => ({
  kind: 'island',
  nx: 512,
  ny: 512,
  seed: kDefaultSeed,
  parameters: {},
  options: { border: 0, depressions: 0, scheme: 0 },
  cell: 0,
  heightUnit: 1,
  look: { ...kLook },
  paint: 'natural',
  state: 'after',
  split: 0.5,
  wholeRun: 0,
  eye: '',
  playing: true,
});

/** An island stands in a sea at 0 unless the reader says otherwise; other land has none. */
export function baseLevel(s: Settings): number | undefined {
  return s.parameters['base_level'] ?? (s.kind === 'island' ? 0 : undefined);
}

export function specOf(s: Settings): Spec {
  const parameters = { ...s.parameters };
  const base = baseLevel(s);
  if (base !== undefined) parameters['base_level'] = base;
  const { kind, nx, ny, seed, cell, heightUnit } = s;
  return { kind, nx, ny, seed, parameters, options: { ...s.options }, cell, heightUnit };
}

export function write(s: Settings): Record<string, string> {
  const plain = usual();
  const out: Record<string, string> = {};
  if (s.kind !== plain.kind && s.kind !== 'file') out['kind'] = s.kind;
  if (s.nx !== plain.nx || s.ny !== plain.ny) out['cells'] = s.nx === s.ny ? String(s.nx) : `${s.nx}x${s.ny}`;
  if (s.seed !== plain.seed) out['seed'] = s.seed;
  for (const [name, value] of Object.entries(s.parameters)) out[name] = String(value);
  for (const [name, words] of Object.entries(kOptions)) {
    const value = s.options[name as OptionName];
    if (value !== 0) out[name] = words[value] ?? '';
  }
  for (const [name, value] of Object.entries(s.look)) {
    if (value !== plain.look[name as keyof Look]) out[name] = String(value);
  }
  if (s.paint !== plain.paint) out['show'] = s.paint;
  if (s.state !== plain.state) out['state'] = s.state;
  if (s.state === 'split' && s.split !== plain.split) out['split'] = s.split.toFixed(3);
  if (s.wholeRun !== plain.wholeRun) out['seconds'] = String(s.wholeRun);
  if (s.eye) out['eye'] = s.eye;
  return out;
}

/** What an address says, over what is usual; what it should not say is left out. */
export function read(state: Record<string, string>, table: Parameter[], now: Settings): Settings {
  const s = { ...usual(), kind: now.kind === 'file' && !state['kind'] ? now.kind : usual().kind };
  const within = (text: string | undefined, low: number, high: number): number | undefined => {
    const value = Number(text);
    return text !== undefined && text !== '' && value >= low && value <= high ? value : undefined;
  };
  const key = <K extends string>(text: string | undefined, known: Record<K, unknown>): K | undefined =>
    text !== undefined && text in known ? (text as K) : undefined;
  s.kind = key(state['kind'], kKinds) ?? s.kind;
  const sides = (state['cells'] ?? '').split('x');
  const nx = within(sides[0], 3, 2048);
  const ny = within(sides[1] ?? sides[0], 3, 2048);
  if (nx && ny) [s.nx, s.ny] = [Math.round(nx), Math.round(ny)];
  if (/^\d{1,20}$/.test(state['seed'] ?? '')) s.seed = BigInt.asUintN(64, BigInt(state['seed'] ?? 0)).toString();
  for (const row of table) {
    const value = within(state[row.name], row.low, row.high);
    if (value !== undefined) s.parameters[row.name] = value;
  }
  for (const [name, words] of Object.entries(kOptions)) {
    s.options[name as OptionName] = Math.max(0, (words as readonly string[]).indexOf(state[name] ?? ''));
  }
  for (const name of Object.keys(s.look) as (keyof Look)[]) s.look[name] = within(state[name], -1e6, 1e6) ?? s.look[name];
  s.paint = key(state['show'], kPaints) ?? s.paint;
  s.state = key(state['state'], kStates) ?? s.state;
  s.split = within(state['split'], 0, 1) ?? s.split;
  s.wholeRun = within(state['seconds'], 0, 3600) ?? s.wholeRun;
  s.eye = /^[-\d,]{1,60}$/.test(state['eye'] ?? '') ? (state['eye'] ?? '') : '';
  s.playing = state['play'] !== '0';
  return s;
}
