// Where the camera stands so that the whole block is seen in what the page's panels leave free.
import { Vector3 } from 'three/webgpu';
import type { Stage } from '../stage';
import { kSide } from './uniforms';
import type { TerrainUniforms } from './uniforms';

const kPitch = 33; // degrees
const kOrbit = -42; // degrees, from the south towards the east
const kMargin = 0.86; // the status line and a rim

type Aim = ReturnType<Stage['camera']>;

/** Where the camera stands, for the address: degrees, and lengths in hundredths of the map's shorter side. */
export function eyeOf({ controls }: Aim): string {
  const degree = 180 / Math.PI;
  const place = controls.target.toArray().map((v) => Math.round((100 * v) / kSide));
  const from = controls.getDistance();
  const numbers = [controls.getAzimuthalAngle() * degree, 90 - controls.getPolarAngle() * degree, (100 * from) / kSide];
  return [...numbers.map((v) => Math.round(v)), ...place].join(',');
}
export function setEye({ camera, controls }: Aim, text: string): boolean {
  const numbers = text.split(',').map(Number);
  const [azimuth = 0, pitch = 0, from = 0, x = 0, y = 0, z = 0] = numbers;
  if (numbers.length < 6 || !numbers.every((v) => Math.abs(v) < 1e5) || from <= 0) return false;
  const [a, b] = [(azimuth * Math.PI) / 180, (Math.min(89.9, pitch) * Math.PI) / 180];
  const back = new Vector3(Math.cos(b) * Math.sin(a), Math.sin(b), Math.cos(b) * Math.cos(a));
  controls.target.set(x, y, z).multiplyScalar(kSide / 100);
  camera.position.copy(controls.target).addScaledVector(back, (from * kSide) / 100);
  controls.update();
  return true;
}

export function frame(aim: Aim, stage: Stage, u: TerrainUniforms, above: boolean): void {
  const { camera, controls } = aim;
  const pitch = ((above ? 89.9 : kPitch) * Math.PI) / 180;
  const orbit = ((above ? 0 : kOrbit) * Math.PI) / 180;
  const back = new Vector3(Math.cos(pitch) * Math.sin(orbit), Math.sin(pitch), Math.cos(pitch) * Math.cos(orbit));
  const right = new Vector3(Math.cos(orbit), 0, -Math.sin(orbit));
  const up = back.clone().cross(right);
  const size = u.size.value;
  const top = Math.max(u.sea.value, 0.6 * u.high.value);
  const corners: Vector3[] = [];
  for (const x of [-0.5, 0.5]) {
    for (const z of [-0.5, 0.5]) for (const y of [u.floor.value, top]) corners.push(new Vector3(x * size.x, y, z * size.y));
  }
  const tangent = Math.tan((camera.fov * Math.PI) / 360);
  const perX = (tangent * stage.free.width * kMargin) / stage.height;
  const perY = (tangent * stage.free.height * kMargin) / stage.height;
  // Per corner, the target's place and the distance bound each other; a few rounds settle both.
  const target = new Vector3(0, above ? 0 : (u.floor.value + top) / 2, 0);
  let away = size.x + size.y;
  for (let round = 0; round < 12; ++round) {
    let [low, high, wanted] = [Infinity, -Infinity, 0];
    for (const corner of corners) {
      const p = corner.clone().sub(target);
      const depth = away - p.dot(back);
      const y = p.dot(up) / depth;
      low = Math.min(low, y);
      high = Math.max(high, y);
      wanted = Math.max(wanted, Math.abs(p.dot(right)) / perX + p.dot(back), Math.abs(p.dot(up)) / perY + p.dot(back));
    }
    target.addScaledVector(up, ((low + high) / 2) * away * 0.9);
    away = wanted;
  }
  controls.target.copy(target);
  camera.position.copy(target).addScaledVector(back, away);
  controls.update();
}
