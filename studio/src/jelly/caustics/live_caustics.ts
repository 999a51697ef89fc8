// Caustics of a body that moves: as fine as the graphics device affords, one refresh under way at a time.
import type { JellyValues } from '../messages';
import { kDeepest } from './gpu_caustics';
import type { GpuCaustics } from './gpu_caustics';
import { sunOf } from './light_frame';
import type { LightFrame } from './light_frame';

const kCheap = 0.005; // seconds: a refresh that takes less may be finer
const kDear = 0.015; // and one that takes more is coarser next time
const kSpecified = -1; // cuts

interface Pose {
  positions: Float32Array;
  normals: Float32Array;
}

export class LiveCaustics {
  private affordable = 1; // cuts while the body moves
  private busy = false;
  private waiting: JellyValues | null = null;
  private lives = -1;
  private freed = false;

  constructor(
    readonly gpu: GpuCaustics,
    private readonly traced: (frame: LightFrame, how: string) => void,
  ) {}

  /** Traces a pose, now or, while the device is at work, with what `pose` holds then. */
  refresh(pose: Pose, values: JellyValues): void {
    if (this.freed) return;
    if (this.busy) {
      this.waiting = values;
      return;
    }
    this.busy = true;
    this.waiting = null;
    if (values.lives !== this.lives) this.gpu.forget();
    this.lives = values.lives;
    const asked = values.paused || values.asleep || values.cuts === kSpecified;
    const cuts = asked ? values.cuts : this.affordable;
    const began = performance.now();
    const frame = this.gpu.refresh({
      ...pose,
      centre: [values.x, values.y, values.z],
      sun: sunOf(values),
      depth: cuts === kSpecified ? null : cuts,
    });
    void this.gpu.done().then(() => {
      this.busy = false;
      if (this.freed) return;
      const seconds = (performance.now() - began) / 1000;
      if (!asked) this.adapt(seconds);
      this.traced(frame, `${cuts === kSpecified ? 'specified' : `adaptive, depth ${cuts}`}, ${(1000 * seconds).toFixed(0)} ms`);
      if (this.waiting) this.refresh(pose, this.waiting);
    });
  }

  private adapt(seconds: number): void {
    if (seconds < kCheap) this.affordable = Math.min(kDeepest, this.affordable + 1);
    if (seconds > kDear) this.affordable = Math.max(0, this.affordable - 1);
  }

  free(): void {
    this.freed = true;
    this.gpu.free();
  }
}
