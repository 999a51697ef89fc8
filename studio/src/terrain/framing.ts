// Where the camera stands so that the whole block is seen in what the page's panels leave free.
import { Vector3 } from 'three/webgpu';
import type { Stage } from '../stage';
import type { TerrainUniforms } from './uniforms';

const kPitch = 33; // degrees
const kOrbit = -42; // degrees, from the south towards the east
const kMargin = 0.9;

export function frame(aim: ReturnType<Stage['camera']>, stage: Stage, u: TerrainUniforms, above: boolean): void {
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
