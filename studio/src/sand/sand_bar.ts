// Play, pause, scrub, speed, view: the bar under the table.
import { iconButton, setIcon } from '../icons';
import { el } from '../panel';
import type { SandValues } from './messages';

export interface BarEvents {
  play(on: boolean): void;
  restart(): void;
  /** 0 to 1 of the track. */
  seek(part: number): void;
  speed(speed: number): void;
  view(): void;
}

const speeds: Record<string, number> = { '1×': 1, '4×': 4, '16×': 16, '64×': 64, '256×': 256, 'full speed': Infinity };

/** Minutes and seconds of table time. */
export function clock(seconds: number): string {
  const s = Math.round(seconds);
  const two = (v: number): string => String(v).padStart(2, '0');
  const minutes = Math.floor(s / 60);
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(minutes % 60)}:${two(s % 60)}` : `${minutes}:${two(s % 60)}`;
}

export class SandBar {
  playing = false;
  private readonly playButton: HTMLButtonElement;
  private readonly scrub: HTMLInputElement;
  private readonly time: HTMLElement;
  private readonly speedChoice: HTMLSelectElement;
  private held = false; // the reader has hold of the slider

  constructor(element: HTMLElement, events: BarEvents) {
    this.playButton = iconButton('play', 'Play', () => events.play(!this.playing), true);
    const restart = iconButton('restart', 'Draw from the start', events.restart);
    this.scrub = el('input', { type: 'range', class: 'scrub', min: '0', max: '1', step: '0.0005', value: '0' });
    this.scrub.setAttribute('aria-label', 'Place in the drawing');
    this.scrub.addEventListener('pointerdown', () => (this.held = true));
    this.scrub.addEventListener('change', () => (this.held = false));
    this.scrub.addEventListener('pointerup', () => (this.held = false));
    this.scrub.addEventListener('input', () => {
      this.mark();
      events.seek(Number(this.scrub.value));
    });
    this.time = el('span', { class: 'time' }, '0:00');
    this.speedChoice = el('select', { 'aria-label': 'Speed' });
    for (const [label, value] of Object.entries(speeds)) {
      this.speedChoice.append(el('option', { value: String(value) }, label));
    }
    this.speedChoice.addEventListener('change', () => events.speed(this.speed));
    const view = iconButton('top', 'View from above, or tilted', events.view);
    element.append(this.playButton, restart, this.scrub, this.time, this.speedChoice, view);
  }

  get speed(): number {
    return Number(this.speedChoice.value);
  }
  set speed(value: number) {
    const known = Object.values(speeds);
    this.speedChoice.value = String(known.includes(value) ? value : 64);
  }

  setPlaying(on: boolean): void {
    this.playing = on;
    setIcon(this.playButton, on ? 'pause' : 'play', on ? 'Pause' : 'Play');
  }

  show({ time, duration }: SandValues): void {
    if (!this.held) this.scrub.value = String(duration > 0 ? time / duration : 0);
    this.scrub.setAttribute('aria-valuetext', `${clock(time)} of ${clock(duration)}`);
    this.mark();
    const text = `${clock(time)} / ${clock(duration)}`;
    if (this.time.textContent !== text) this.time.textContent = text;
  }

  private mark(): void {
    this.scrub.style.setProperty('--at', `${100 * Number(this.scrub.value)}%`);
  }
}
