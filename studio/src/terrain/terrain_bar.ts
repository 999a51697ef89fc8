// The bar under the terrain: play, start over, how far it is, how fast it rains, before and after.
import { button, el } from '../panel';
import { kStates } from './look';
import type { State } from './look';

export interface BarEvents {
  play(on: boolean): void;
  restart(): void;
  speed(seconds: number): void;
  state(state: State): void;
  split(share: number): void;
}

const icon = (path: string): string => `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${path}"/></svg>`;
const kPlay = icon('M6 4.2v11.6L15.5 10z');
const kPause = icon('M7 4.5v11M13 4.5v11');
const kAgain = icon('M4.5 10a5.5 5.5 0 1 0 1.8-4.1M6.2 2.8v3.4h3.4');
const kSpeeds = { '0': 'As fast as it goes', '20': 'In 20 seconds', '60': 'In a minute', '300': 'In 5 minutes' };

export class TerrainBar {
  private readonly playButton: HTMLButtonElement;
  private readonly line: HTMLProgressElement;
  private readonly time: HTMLElement;
  private readonly speed: HTMLSelectElement;
  private readonly states: HTMLSelectElement;
  private readonly split: HTMLInputElement;
  private playing = false;

  constructor(bar: HTMLElement, on: BarEvents) {
    this.playButton = button('', () => on.play(!this.playing), { class: 'icon main' });
    const again = button('', () => on.restart(), { class: 'icon', 'aria-label': 'Start over', title: 'Start over' });
    again.innerHTML = kAgain;
    this.line = el('progress', { max: '1', value: '0', 'aria-label': 'Droplets that have run' });
    this.line.style.flex = '1 1 70px';
    this.line.style.minWidth = '36px';
    this.time = el('span', { class: 'time' });
    this.speed = el('select', { 'aria-label': 'How fast it rains', title: 'How fast it rains' });
    for (const [key, text] of Object.entries(kSpeeds)) this.speed.append(el('option', { value: key }, text));
    this.speed.addEventListener('change', () => on.speed(Number(this.speed.value)));
    this.states = el('select', { 'aria-label': 'Before or after the rain', title: 'Before or after the rain' });
    for (const [key, text] of Object.entries(kStates)) this.states.append(el('option', { value: key }, text));
    this.states.addEventListener('change', () => on.state(this.states.value as State));
    this.split = el('input', { type: 'range', min: '0', max: '1', step: '0.002', 'aria-label': 'Border between before and after' });
    this.split.style.width = '110px';
    this.split.addEventListener('input', () => on.split(Number(this.split.value)));
    for (const select of [this.speed, this.states]) select.style.minWidth = '0';
    bar.append(this.playButton, again, this.line, this.time, this.speed, this.states, this.split);
    this.show(false);
  }

  show(playing: boolean): void {
    this.playing = playing;
    this.playButton.innerHTML = playing ? kPause : kPlay;
    this.playButton.setAttribute('aria-label', playing ? 'Pause' : 'Let it rain');
    this.playButton.title = playing ? 'Pause' : 'Let it rain';
  }
  progress(share: number, text: string): void {
    this.line.value = share;
    if (this.time.textContent !== text) this.time.textContent = text;
  }
  settings(wholeRun: number, state: State, split: number): void {
    this.speed.value = Object.keys(kSpeeds).find((key) => Number(key) >= wholeRun) ?? '300';
    this.states.value = state;
    this.split.hidden = state !== 'split';
    this.split.value = String(split);
    this.split.style.setProperty('--at', `${100 * split}%`);
  }
}
