// What is drawn of the table: sand as a displaced grid, ball, frame, shadow on the page.
//
// The scene remembers the last frame, so that it can be built again for a new device.
import { BufferAttribute, BufferGeometry, Group, Mesh, MeshBasicNodeMaterial, PlaneGeometry, Scene } from 'three/webgpu';
import { Box3, SphereGeometry, Vector3 } from 'three/webgpu';
import type { PerspectiveCamera, WebGPURenderer } from 'three/webgpu';
import type { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { float, Fn, ivec2, min, normalize, normalLocal, positionLocal, textureLoad, uniform, vec2, vec3, vec4 } from 'three/tsl';
import type { BuildView, Stage } from '../stage';
import type { View } from '../tab';
import { tileTexture } from '../tile_texture';
import { frameGeometry } from './frame_geometry';
import { kTile } from './grain_tile';
import type { Look } from './look';
import type { SandValues } from './messages';
import { LightMap } from './light_map';
import { edgeDistance, eyeOf, insideOf, sandColour, shadowOpacity, steelColour, woodColour } from './shade';
import { applyLook, makeUniforms, setMarches } from './uniforms';

const kBoard = 13; // width of the frame, mm
const kDrop = 22; // from the frame's top to the page, mm
const kMostVertices = 320; // along a side; finer relief is in the light, not in the mesh

export interface Table {
  nx: number;
  ny: number;
  cell: number;
  round: boolean;
  radius: number; // of the ball
  depth: number;
}

export class SandScene {
  readonly uniforms = makeUniforms();
  private table: Table | null = null;
  private heights: Float32Array<ArrayBuffer> | null = null;
  private highest = 1;
  private stale = true; // the light map waits
  private fresh = false; // there are heights that the texture has not got
  private map: LightMap | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly camera: PerspectiveCamera,
    private readonly controls: OrbitControls,
    private readonly grain: Uint8Array<ArrayBuffer>,
  ) {}

  look(look: Look): void {
    applyLook(this.uniforms, look);
    this.stale = true;
    this.stage.invalidate();
  }

  /** Another table: the scene has to be built anew. True when it is one. */
  setTable(next: Table): boolean {
    const same = JSON.stringify(next) === JSON.stringify(this.table);
    this.table = next;
    const u = this.uniforms;
    u.table.value.set(next.nx * next.cell, next.ny * next.cell);
    u.cell.value = next.cell;
    u.round.value = next.round ? 1 : 0;
    u.level.value = next.depth;
    u.frameTop.value = next.depth + 4;
    if (!same) {
      this.heights = new Float32Array(next.nx * next.ny).fill(next.depth);
      this.stage.drop(this.build);
    }
    return !same;
  }

  /** A frame of the worker; false when it is of another table than the scene's. */
  frame(values: SandValues, heights: Float32Array): boolean {
    if (!this.heights || heights.length !== this.heights.length) return false;
    this.heights.set(heights);
    this.highest = values.highest;
    const { uniforms: u } = this;
    u.ball.value.set(values.x + values.radius, values.y + values.radius, values.radius);
    u.ballRadius.value = values.radius;
    this.fresh = this.stale = true;
    this.stage.invalidate();
    return true;
  }

  showBall(on: boolean): void {
    this.uniforms.ballThere.value = on ? 1 : 0;
    this.stage.invalidate();
  }

  /** Puts the camera so that the table fills what panel and bars leave free. tilt: from straight above, degrees. */
  fit(tilt: number, orbit: number): void {
    if (!this.table) return;
    const { camera, stage, controls } = this;
    const { nx, ny, cell } = this.table;
    const [a, b] = [(tilt * Math.PI) / 180, (orbit * Math.PI) / 180];
    const back = new Vector3(Math.sin(b) * Math.sin(a), Math.cos(a), Math.cos(b) * Math.sin(a));
    const right = new Vector3(Math.cos(b), 0, -Math.sin(b));
    const up = new Vector3().crossVectors(back, right);
    const tall = Math.tan((camera.fov * Math.PI) / 360) * (stage.free.height / stage.height);
    const wide = Math.tan((camera.fov * Math.PI) / 360) * (stage.width / stage.height) * (stage.free.width / stage.width);
    const [w, h] = [nx * cell + 2 * kBoard, ny * cell + 2 * kBoard];
    let far = 0;
    for (let k = 0; k < 64; ++k) {
      const t = (k / 32) * 2 * Math.PI;
      const corner = this.table.round
        ? new Vector3((Math.cos(t) * w) / 2, 0, (Math.sin(t) * h) / 2)
        : new Vector3(((k & 1 ? 1 : -1) * w) / 2, 0, ((k & 2 ? 1 : -1) * h) / 2);
      corner.y = k < 32 ? 5 : 5 - kDrop;
      const toward = corner.dot(back);
      far = Math.max(far, toward + Math.abs(corner.dot(right)) / wide, toward + Math.abs(corner.dot(up)) / tall);
    }
    controls.target.set(0, 0, 0);
    camera.position.copy(back).multiplyScalar(far * 1.04);
    camera.near = 2;
    camera.far = far * 8;
    controls.minDistance = 12;
    controls.maxDistance = far * 3;
    camera.updateProjectionMatrix();
    controls.update();
    stage.invalidate();
  }

  /** Given to the stage. */
  readonly build: BuildView = (stage): View => {
    const { table, uniforms: u } = this;
    if (!table || !this.heights) throw new Error('sand: nothing to show yet');
    const map = new LightMap(table.nx, table.ny, this.heights, u);
    this.map = map;
    this.fresh = this.stale = true;
    const grains = tileTexture(this.grain, kTile, 8);
    const light = map.target.texture;
    const scene = new Scene();
    const root = new Group(); // the table's frame: z up, origin at its lower left
    root.rotation.x = -Math.PI / 2;
    root.position.set((-table.nx * table.cell) / 2, 0, (table.ny * table.cell) / 2);
    scene.add(root);

    const sand = new MeshBasicNodeMaterial();
    const cells = vec2(table.nx, table.ny);
    const node = min(positionLocal.xy.div(u.cell).floor(), cells.sub(1));
    const height = textureLoad(map.heights, ivec2(node)).x;
    sand.positionNode = vec3(positionLocal.xy, height);
    sand.colorNode = Fn(() => {
      const p = positionLocal.xy.toVar();
      const z = float(positionLocal.z);
      return sandColour(u, light, grains, p, z, normalize(eyeOf(u).sub(vec3(p, z))).toVar(), 1);
    })();
    if (table.round) sand.maskNode = insideOf(u, positionLocal.xy).greaterThan(0.01);

    const steel = new MeshBasicNodeMaterial();
    const scale = uniform(1).onRenderUpdate(() => u.ballRadius.value * (u.ballThere.value > 0 ? 1 : 0));
    steel.positionNode = positionLocal.mul(scale).add(u.ball);
    steel.colorNode = Fn(() => {
      const n = normalize(normalLocal).toVar();
      return steelColour(u, light, grains, n.mul(u.ballRadius).add(u.ball), n);
    })();

    const wood = new MeshBasicNodeMaterial();
    wood.colorNode = Fn(() => woodColour(u, positionLocal, normalize(normalLocal).toVar()))();

    const shadow = new MeshBasicNodeMaterial({ transparent: true, depthWrite: false });
    shadow.colorNode = Fn(() => {
      const p = positionLocal.xy;
      const far = edgeDistance(u, p);
      return vec4(0, 0, 0, shadowOpacity(u, p, float(kBoard), float(kDrop)).mul(far.mul(-0.006).exp().min(1)));
    })();

    const [w, h] = [table.nx * table.cell, table.ny * table.cell];
    const top = table.depth + 4;
    const frame = frameGeometry({ width: w, height: h, round: table.round, board: kBoard, top, floor: top - kDrop });
    const grid = sandGrid(w, h, Math.min(table.nx, kMostVertices), Math.min(table.ny, kMostVertices));
    const ball = new SphereGeometry(1, 64, 48);
    const ground = new PlaneGeometry(3 * w + 400, 3 * h + 400);
    ground.translate(w / 2, h / 2, top - kDrop);
    const parts = [
      new Mesh(ground, shadow),
      new Mesh(frame, wood),
      new Mesh(grid, sand),
      new Mesh(ball, steel),
    ];
    for (const part of parts) {
      part.frustumCulled = false;
      root.add(part);
    }
    return {
      scene,
      camera: this.camera,
      update: () => {
        if (this.stale) this.relight(stage.renderer, map);
        return false;
      },
      free: () => {
        for (const part of parts) {
          part.geometry.dispose();
          part.material.dispose();
        }
        grains.dispose();
        map.free();
        if (this.map === map) this.map = null;
      },
    };
  };

  private relight(renderer: WebGPURenderer, map: LightMap): void {
    setMarches(this.uniforms, this.highest);
    map.render(renderer, this.fresh);
    this.fresh = this.stale = false;
  }
}

/** A level grid of nx x ny cells from 0, 0 to w, h; z is 0 and comes from the heights. */
function sandGrid(w: number, h: number, nx: number, ny: number): BufferGeometry {
  const position = new Float32Array(3 * (nx + 1) * (ny + 1));
  const index = new Uint32Array(6 * nx * ny);
  let at = 0;
  for (let j = 0; j <= ny; ++j) {
    for (let i = 0; i <= nx; ++i) {
      position[at++] = (i / nx) * w;
      position[at++] = (j / ny) * h;
      at++;
    }
  }
  at = 0;
  for (let j = 0; j < ny; ++j) {
    for (let i = 0; i < nx; ++i) {
      const a = j * (nx + 1) + i;
      const b = a + nx + 1;
      index[at] = a;
      index[at + 1] = index[at + 4] = a + 1;
      index[at + 2] = index[at + 3] = b;
      index[at + 5] = b + 1;
      at += 6;
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  geometry.setIndex(new BufferAttribute(index, 1));
  geometry.boundingBox = new Box3(new Vector3(0, 0, -1), new Vector3(w, h, 50));
  return geometry;
}
