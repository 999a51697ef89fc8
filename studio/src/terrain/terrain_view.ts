// The scene: sheet, walls, table, sky; what is worked out per cell before a picture, and when.
import { BackSide, CircleGeometry, Mesh, NoToneMapping, NodeMaterial, Scene, SphereGeometry } from 'three/webgpu';
import type { BufferGeometry, Node, PerspectiveCamera } from 'three/webgpu';
import { attribute, cameraPosition, Fn, max, mix, normalize, positionWorld, uv, vec3 } from 'three/tsl';
import type { Stage } from '../stage';
import type { View } from '../tab';
import { sheet, walls } from './block';
import { LandMaps } from './land_maps';
import { noiseTexture } from './noise_tile';
import { developed, landColour, skyColour, tableColour, wallColour } from './shade';
import type { Shaders } from './shade';
import type { TerrainUniforms } from './uniforms';
import { kSide } from './uniforms';

/** What the tab remembers, so that the view can be built again when the graphics device was lost. */
export interface Remembered {
  nx: number;
  ny: number;
  before: Float32Array;
  after: Float32Array;
  overlay: Uint8Array;
}

export class TerrainView implements View {
  readonly scene = new Scene();
  private readonly maps: LandMaps;
  private readonly kept: { dispose(): void }[] = [];
  private heightsAreNew = true;
  private lightIsOld = true;
  private lastLight = 0;
  private pace = 0.016; // seconds between pictures, smoothed
  private lastDraw = 0;

  constructor(
    private readonly stage: Stage,
    readonly camera: PerspectiveCamera,
    u: TerrainUniforms,
    land: Remembered,
  ) {
    this.maps = new LandMaps(land.nx, land.ny, land.before, land.after, land.overlay, u);
    const tile = noiseTexture();
    this.kept.push(tile);
    const shaders: Shaders = { u, maps: this.maps, tile };
    const flat = (p: Node<'vec2'>, y: Node<'float'>): Node<'vec3'> =>
      vec3(p.x.sub(0.5).mul(u.size.x), y, p.y.sub(0.5).mul(u.size.y).negate());
    const top = (): Node<'float'> => max(this.maps.height(uv().mul(u.cells) as Node<'vec2'>), u.sea);

    const land3 = new NodeMaterial();
    land3.positionNode = Fn(() => flat(uv(), top()))();
    land3.fragmentNode = Fn(() => landColour(shaders, uv(), positionWorld))();
    this.add(sheet(land.nx, land.ny), land3);

    const wall = new NodeMaterial();
    const side = attribute<'vec4'>('side', 'vec4');
    wall.positionNode = Fn(() => flat(uv(), mix(u.floor, top(), side.w) as Node<'float'>))();
    wall.fragmentNode = Fn(() => wallColour(shaders, uv(), positionWorld, side.xyz))();
    this.add(walls(land.nx, land.ny), wall);

    const table = new NodeMaterial();
    const disc = new CircleGeometry(kSide * 5, 64);
    disc.rotateX(-Math.PI / 2);
    table.positionNode = Fn(() => attribute<'vec3'>('position', 'vec3').add(vec3(0, u.floor, 0)))();
    table.fragmentNode = Fn(() => tableColour(shaders, positionWorld))();
    this.add(disc, table);

    const sky = new NodeMaterial();
    sky.side = BackSide;
    sky.depthWrite = false;
    sky.fragmentNode = Fn(() => {
      const d = normalize(positionWorld.sub(cameraPosition)).toVar() as Node<'vec3'>;
      const up = d.y.smoothstep(0, 0.12);
      return developed(mix(u.backdrop, skyColour(u, d), up) as Node<'vec3'>);
    })();
    this.add(new SphereGeometry(kSide * 40, 32, 16), sky).renderOrder = -1;
  }

  private add(geometry: BufferGeometry, material: NodeMaterial): Mesh {
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    this.scene.add(mesh);
    this.kept.push(geometry, material);
    return mesh;
  }

  setHeights(heights: Float32Array): void {
    this.maps.setHeights(heights);
    this.heightsAreNew = this.lightIsOld = true;
  }
  setOverlay(overlay: Uint8Array): void {
    this.maps.setOverlay(overlay);
  }
  /** Sun, sea, exaggeration or the split have changed. */
  relight(): void {
    this.heightsAreNew = this.lightIsOld = true;
    this.lastLight = 0;
  }

  update(): boolean {
    const now = performance.now() / 1000;
    this.pace += 0.2 * (Math.min(1, now - this.lastDraw) - this.pace);
    this.lastDraw = now;
    return this.lightIsOld;
  }

  draw(): void {
    const { renderer } = this.stage;
    const now = performance.now() / 1000;
    // Light a few times a second; on a slow device less often, and always once when all is still.
    const lights = this.lightIsOld && now - this.lastLight > Math.max(0.1, 4 * this.pace);
    if (this.heightsAreNew || lights) this.maps.render(renderer, lights);
    this.heightsAreNew = false;
    if (lights) {
      this.lightIsOld = false;
      this.lastLight = now;
    }
    const tone = renderer.toneMapping;
    renderer.toneMapping = NoToneMapping; // the shaders have the engine's own shoulder
    renderer.render(this.scene, this.camera);
    renderer.toneMapping = tone;
  }

  /** For a picture that is to be saved: nothing of it may be old. */
  settle(): void {
    this.lastLight = 0;
  }

  free(): void {
    this.maps.free();
    for (const one of this.kept) one.dispose();
  }
}
