// The camera about the jelly: limits, keys, its place in the address, and a wider lens where the page is narrow.
import { MathUtils, Spherical, Vector3 } from 'three/webgpu';
import type { PerspectiveCamera } from 'three/webgpu';
import type { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Stage } from '../stage';
import type { Triple } from './messages';

const kFov = 34;
const kHome: Triple = [0, 0.096, 0.196];
const kTarget: Triple = [0, 0.025, 0];
const kTurn = 0.08; // rad a key
const kWidest = 75;

export class Orbit {
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;

  constructor(private readonly stage: Stage) {
    const { camera, controls } = stage.camera(kFov);
    this.camera = camera;
    this.controls = controls;
    camera.near = 0.001;
    camera.far = 2;
    controls.target.set(...kTarget);
    controls.minDistance = 0.12;
    controls.maxDistance = 0.37;
    controls.minPolarAngle = 0.25 * Math.PI;
    controls.maxPolarAngle = 0.47 * Math.PI;
    controls.enablePan = false;
    controls.enabled = false;
    this.home();
  }

  home(): void {
    this.camera.position.set(...kHome);
    this.controls.update();
  }

  get eye(): Triple {
    return this.camera.position.toArray();
  }

  /** Keeps the body in what is left of a narrow page; true when the lens changed. */
  fit(): boolean {
    const { free, height } = this.stage;
    const narrow = Math.max(1, (0.85 * height) / free.width);
    const half = Math.atan(Math.tan(MathUtils.degToRad(kFov / 2)) * narrow);
    const fov = Math.min(kWidest, MathUtils.radToDeg(2 * half));
    if (Math.abs(fov - this.camera.fov) < 1e-6) return false;
    this.camera.fov = fov;
    this.camera.updateProjectionMatrix();
    return true;
  }

  key(name: string): boolean {
    const turns: Record<string, [number, number, number]> = {
      ArrowLeft: [-kTurn, 0, 1],
      ArrowRight: [kTurn, 0, 1],
      ArrowUp: [0, -kTurn, 1],
      ArrowDown: [0, kTurn, 1],
      '+': [0, 0, 1 / 1.1],
      '=': [0, 0, 1 / 1.1],
      '-': [0, 0, 1.1],
    };
    const turn = turns[name];
    if (!turn) return false;
    const at = this.place();
    this.put(at.theta + turn[0], at.phi + turn[1], at.radius * turn[2]);
    return true;
  }

  /** Degrees about, degrees from above, millimetres away; empty at home. */
  text(): string {
    if (this.camera.position.distanceTo(new Vector3(...kHome)) < 5e-4) return '';
    const { theta, phi, radius } = this.place();
    return [MathUtils.radToDeg(theta), MathUtils.radToDeg(phi), 1000 * radius].map((v) => v.toFixed(1)).join(',');
  }
  read(text: string | undefined): void {
    const [theta, phi, radius] = (text ?? '').split(',').map(Number.parseFloat);
    if (theta === undefined || phi === undefined || radius === undefined || ![theta, phi, radius].every(Number.isFinite)) this.home();
    else this.put(MathUtils.degToRad(theta), MathUtils.degToRad(phi), radius / 1000);
  }

  private place(): Spherical {
    return new Spherical().setFromVector3(this.camera.position.clone().sub(this.controls.target));
  }
  private put(theta: number, phi: number, radius: number): void {
    const { controls: c } = this;
    const clamp = MathUtils.clamp;
    const at = new Spherical(
      clamp(radius, c.minDistance, c.maxDistance),
      clamp(phi, c.minPolarAngle, c.maxPolarAngle),
      theta,
    );
    this.camera.position.setFromSpherical(at).add(c.target);
    c.update();
    this.stage.invalidate();
  }
}
