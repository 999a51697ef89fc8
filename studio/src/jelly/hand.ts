// A finger or the mouse on the jelly: what it touches it holds and drags along a plane that faces the camera.
//
// Whether the body was touched is decided here, on the shell as drawn, because turning the camera starts from the same
// press; the engine then takes hold by its own ray and may say no, when the body has moved on.
import { Plane, Raycaster, Vector2, Vector3 } from 'three/webgpu';
import type { Mesh, PerspectiveCamera } from 'three/webgpu';
import type { Ray, Triple } from './messages';

export interface Held {
  grab(ray: Ray): Promise<Triple | null>;
  move(point: Triple): Promise<unknown>;
  release(): Promise<unknown>;
}

const triple = (v: Vector3): Triple => [v.x, v.y, v.z];

export class Hand {
  enabled = false;
  private pointer: number | null = null;
  private readonly caster = new Raycaster();
  private readonly plane = new Plane();
  private readonly point = new Vector3();
  private waiting: Triple | null = null; // the newest wish while an older one is on its way
  private moving = false;

  constructor(
    private readonly element: HTMLElement,
    private readonly camera: PerspectiveCamera,
    private readonly mesh: () => Mesh | null,
    private readonly held: Held,
  ) {
    // Before the orbit controls, which listen on the same element.
    element.addEventListener('pointerdown', (event) => this.press(event), { capture: true });
    element.addEventListener('pointermove', (event) => this.drag(event));
    element.addEventListener('pointerup', (event) => this.lift(event));
    element.addEventListener('pointercancel', (event) => this.lift(event));
    element.addEventListener('lostpointercapture', (event) => this.lift(event));
  }

  get busy(): boolean {
    return this.pointer !== null;
  }

  letGo(): void {
    if (this.pointer === null) return;
    if (this.element.hasPointerCapture(this.pointer)) this.element.releasePointerCapture(this.pointer);
    this.pointer = null;
    this.waiting = null;
    this.element.style.cursor = '';
    void this.held.release();
  }

  private aim(event: PointerEvent): void {
    const box = this.element.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 2 - 1;
    const y = 1 - ((event.clientY - box.top) / box.height) * 2;
    this.camera.updateMatrixWorld();
    this.caster.setFromCamera(new Vector2(x, y), this.camera);
  }

  private press(event: PointerEvent): void {
    const mesh = this.mesh();
    if (!this.enabled || !mesh || event.button !== 0 || this.pointer !== null) return;
    this.aim(event);
    const hit = this.caster.intersectObject(mesh, false)[0];
    if (!hit) return; // the controls turn the camera
    event.stopImmediatePropagation();
    this.pointer = event.pointerId;
    this.element.setPointerCapture(event.pointerId);
    this.element.style.cursor = 'grabbing';
    this.plane.setFromNormalAndCoplanarPoint(this.camera.getWorldDirection(new Vector3()), hit.point);
    const { origin, direction } = this.caster.ray;
    void this.held.grab({ origin: triple(origin), direction: triple(direction) }).then(
      (point) => {
        if (!point && this.pointer === event.pointerId) this.letGo();
      },
      () => this.letGo(),
    );
  }

  private drag(event: PointerEvent): void {
    if (event.pointerId !== this.pointer) return;
    this.aim(event);
    if (!this.caster.ray.intersectPlane(this.plane, this.point)) return;
    this.waiting = triple(this.point);
    void this.send();
  }

  private async send(): Promise<void> {
    if (this.moving) return;
    this.moving = true;
    try {
      while (this.waiting) {
        const next = this.waiting;
        this.waiting = null;
        await this.held.move(next);
      }
    } finally {
      this.moving = false;
    }
  }

  private lift(event: PointerEvent): void {
    if (event.pointerId === this.pointer) this.letGo();
  }
}
