// What is drawn of the jelly: the shell as a transmissive body, the floor that catches its shadow and its light.
//
// Caustics are traced on the graphics device where it has compute passes (caustics/), else they come with the frames.
// Arrays of the last frames are kept here, so that everything can be built again for a new device. The material is the
// text's, constants included; its thickness comes vertex by vertex from the worker, as seen from the camera.
import { BufferAttribute, BufferGeometry, Color, DataTexture, DirectionalLight, DynamicDrawUsage, ExternalTexture, Fog } from 'three/webgpu';
import { HalfFloatType, LinearFilter, Mesh, MeshBasicNodeMaterial, MeshPhysicalNodeMaterial, NoColorSpace } from 'three/webgpu';
import { PlaneGeometry, RGBAFormat, RGFormat, Scene, Sphere, UnsignedByteType, Vector3 } from 'three/webgpu';
import type { Material, PerspectiveCamera, Texture } from 'three/webgpu';
import { attribute } from 'three/tsl';
import type { FrameArray } from '../engine/protocol';
import type { BuildView, Stage } from '../stage';
import type { View } from '../tab';
import { GpuCaustics } from './caustics/gpu_caustics';
import { LiveCaustics } from './caustics/live_caustics';
import { benchMaterial, causticsMaterial, makeFloorUniforms, shadowMaterial } from './floor';
import type { Flavour, JellyValues, Shell, Tracer } from './messages';
import { kCausticSize, kMaskSize } from './messages';
import { makeSurroundings, SoftBoxes } from './soft_boxes';

export const debugViews = { final: 'Final', wireframe: 'Wireframe', shadow: 'Shadow and contact', caustics: 'Caustics' } as const;
export type DebugView = keyof typeof debugViews;

const kSigma: Record<Flavour, [number, number, number]> = { berry: [5, 46, 23], mint: [40, 8, 20], honey: [5, 17, 58] };
export const kColour: Record<Flavour, number> = { berry: 0xffe0eb, mint: 0xdbfff0, honey: 0xfff1d5 };

const kAttenuation = 0.035; // m
const kSun = new Vector3(-0.6123724357, -0.5, 0.6123724357);
const kSunColour = 0xfff1da;
const kSunStrength = 3;
const kExposure = 1.12;
const kFirstThickness = 0.03; // m, before the worker has spoken

interface Shade {
  background: number;
  bench: [number, number, number];
  lines: [number, number, number];
  zenith: [number, number, number];
  horizon: [number, number, number];
  ground: [number, number, number];
  boxes: number;
}
const light: Shade = {
  background: 0xdfe6e8,
  bench: [0.64, 0.635, 0.62],
  lines: [0.42, 0.44, 0.45],
  zenith: [0.6, 0.65, 0.7],
  horizon: [0.36, 0.38, 0.4], // darker than the floor behind it, which draws the body's outline
  ground: [0.42, 0.42, 0.41],
  boxes: 1,
};
const dark: Shade = {
  background: 0x191c1f,
  bench: [0.115, 0.12, 0.13],
  lines: [0.06, 0.064, 0.07],
  zenith: [0.16, 0.18, 0.21],
  horizon: [0.2, 0.22, 0.24],
  ground: [0.1, 0.1, 0.1],
  boxes: 0.8,
};

interface Built {
  scene: Scene;
  geometry: BufferGeometry;
  body: Mesh;
  wires: Mesh;
  floor: Mesh;
  floors: Record<DebugView, Material>;
  jelly: MeshPhysicalNodeMaterial;
  masks: DataTexture;
  caustics: Texture;
  live: LiveCaustics | null; // null: caustics come with the frames
}

export interface SceneEvents {
  /** True when another picture is wanted right after. */
  beforePicture(): boolean;
  /** Who is to trace caustics from now on. */
  tracer(tracer: Tracer): void;
  /** Caustics have been traced: how, and the side of their square in metres. */
  traced(how: string, side: number): void;
}

export class JellyScene {
  readonly sphere = new Sphere(new Vector3(0, 0.03, 0), 0.06);
  readonly positions: Float32Array<ArrayBuffer>;
  readonly normals: Float32Array<ArrayBuffer>;
  private readonly thickness: Float32Array<ArrayBuffer>;
  private readonly masks = new Uint8Array(2 * kMaskSize ** 2);
  private readonly caustics = new Uint32Array(2 * kCausticSize ** 2);
  private readonly floorUniforms = makeFloorUniforms();
  private readonly room = makeSurroundings();
  private built: Built | null = null;
  private lit: JellyValues | null = null; // of the last masks
  private flavour: Flavour = 'berry';
  private view: DebugView = 'final';
  private dark = false;

  constructor(
    private readonly stage: Stage,
    private readonly camera: PerspectiveCamera,
    private readonly shell: Shell,
    private readonly events: SceneEvents,
  ) {
    this.positions = new Float32Array(3 * shell.vertices);
    this.normals = new Float32Array(3 * shell.vertices);
    this.thickness = new Float32Array(shell.vertices).fill(kFirstThickness);
    this.floorUniforms.sun.value.set(kSunColour);
    this.floorUniforms.strength.value = kSunStrength;
  }

  /** What traces on the graphics device, if anything does. */
  get gpu(): GpuCaustics | null {
    return this.built?.live?.gpu ?? null;
  }

  /** The body as drawn, for rays. */
  get mesh(): Mesh | null {
    return this.built?.body ?? null;
  }

  look(flavour: Flavour, view: DebugView, isDark: boolean): void {
    [this.flavour, this.view, this.dark] = [flavour, view, isDark];
    this.applyLook();
    this.stage.invalidate();
  }

  frame(values: JellyValues, arrays: Record<string, FrameArray>): void {
    const copy = (name: string, into: Float32Array | Uint8Array | Uint32Array): boolean => {
      const from = arrays[name];
      if (from?.length !== into.length) return false;
      into.set(from);
      return true;
    };
    const { built, sphere } = this;
    for (const [name, attributeName, into] of [
      ['positions', 'position', this.positions],
      ['normals', 'normal', this.normals],
      ['thickness', 'opticalThickness', this.thickness],
    ] as const) {
      if (copy(name, into) && built) built.geometry.getAttribute(attributeName).needsUpdate = true;
    }
    if (copy('masks', this.masks)) {
      this.floorUniforms.masks.value.set(values.maskSide, values.maskX, values.maskZ);
      if (built) built.masks.needsUpdate = true;
      this.lit = values;
      built?.live?.refresh(this, values);
    }
    if (copy('caustics', this.caustics)) {
      this.floorUniforms.caustics.value.set(values.causticSide, values.causticX, values.causticZ);
      if (built && !built.live) built.caustics.needsUpdate = true;
      this.events.traced(`C++ on the CPU: ${values.caustics}`, values.causticSide);
    }
    sphere.center.set(values.x, values.y, values.z);
    sphere.radius = values.reach * 1.3;
    this.stage.invalidate();
  }

  private applyLook(): void {
    const shade = this.dark ? dark : light;
    const { floorUniforms: u, room, built } = this;
    u.bench.value.setRGB(...shade.bench);
    u.lines.value.setRGB(...shade.lines);
    room.zenith.value.setRGB(...shade.zenith);
    room.horizon.value.setRGB(...shade.horizon);
    room.ground.value.setRGB(...shade.ground);
    room.boxes.value = shade.boxes;
    if (!built) return;
    const { scene, jelly, floor, floors, body, wires } = built;
    const bare = this.view === 'shadow' || this.view === 'caustics';
    const background = new Color(bare ? 0x000000 : shade.background);
    scene.background = background;
    (scene.fog as Fog).color.copy(background);
    jelly.color.set(kColour[this.flavour]);
    const [r, g, b] = kSigma[this.flavour].map((sigma) => Math.exp(-sigma * kAttenuation));
    jelly.attenuationColor.setRGB(r ?? 1, g ?? 1, b ?? 1);
    floor.material = floors[this.view];
    body.visible = !bare;
    wires.visible = this.view === 'wireframe';
  }

  readonly build: BuildView = (stage): View => {
    const geometry = new BufferGeometry();
    const dynamic = (array: Float32Array, size: number): BufferAttribute => new BufferAttribute(array, size).setUsage(DynamicDrawUsage);
    geometry.setAttribute('position', dynamic(this.positions, 3));
    geometry.setAttribute('normal', dynamic(this.normals, 3));
    geometry.setAttribute('opticalThickness', dynamic(this.thickness, 1));
    geometry.setIndex(new BufferAttribute(this.shell.triangles, 1));
    geometry.boundingSphere = this.sphere;

    const room = new SoftBoxes(this.room);
    const jelly = new MeshPhysicalNodeMaterial({
      roughness: 0.075,
      metalness: 0,
      transmission: 1,
      thickness: 0.035,
      ior: 1.35,
      dispersion: 0.025,
      attenuationDistance: kAttenuation,
      clearcoat: 0.42,
      clearcoatRoughness: 0.05,
      transparent: false,
    });
    jelly.thicknessNode = attribute<'float'>('opticalThickness', 'float');
    jelly.envNode = room;
    const body = new Mesh(geometry, jelly);
    const wires = new Mesh(
      geometry,
      new MeshBasicNodeMaterial({ color: 0x101418, wireframe: true, transparent: true, opacity: 0.4, depthWrite: false }),
    );
    wires.renderOrder = 1; // over the body, which is drawn after all that is opaque
    body.frustumCulled = wires.frustumCulled = false;

    const texture = (data: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>, size: number): DataTexture => {
      const bytes = data instanceof Uint8Array;
      const made = new DataTexture(data, size, size, bytes ? RGFormat : RGBAFormat, bytes ? UnsignedByteType : HalfFloatType);
      made.colorSpace = NoColorSpace;
      made.minFilter = made.magFilter = LinearFilter;
      made.generateMipmaps = false;
      made.needsUpdate = true;
      return made;
    };
    const masks = texture(this.masks, kMaskSize);
    const live = this.startCaustics(stage);
    const caustics = live ? externalTexture(live.gpu.texture) : texture(new Uint16Array(this.caustics.buffer), kCausticSize);
    const bench = benchMaterial(this.floorUniforms, masks, caustics, room);
    const floors = {
      final: bench,
      wireframe: bench,
      shadow: shadowMaterial(this.floorUniforms, masks),
      caustics: causticsMaterial(this.floorUniforms, caustics),
    };
    const floor = new Mesh(new PlaneGeometry(2, 2).rotateX(-Math.PI / 2), bench);

    const sun = new DirectionalLight(kSunColour, kSunStrength);
    sun.position.copy(kSun).multiplyScalar(-1);
    const scene = new Scene();
    scene.fog = new Fog(light.background, 0.3, 1);
    scene.add(floor, body, wires, sun);
    this.built = { scene, geometry, body, wires, floor, floors, jelly, masks, caustics, live };
    this.applyLook();
    this.events.tracer(live ? 'device' : 'engine');
    if (this.lit) live?.refresh(this, this.lit);

    return {
      scene,
      camera: this.camera,
      update: () => this.events.beforePicture(),
      draw: () => {
        const before = stage.renderer.toneMappingExposure;
        stage.renderer.toneMappingExposure = kExposure;
        stage.renderer.render(scene, this.camera);
        stage.renderer.toneMappingExposure = before;
      },
      free: () => {
        this.built = null;
        for (const thing of [geometry, floor.geometry, jelly, wires.material, ...Object.values(floors), masks, caustics]) thing.dispose();
        live?.free();
        sun.dispose();
      },
    };
  };

  private startCaustics(stage: Stage): LiveCaustics | null {
    const { device } = stage.renderer.backend as { device?: GPUDevice };
    if (stage.backend !== 'WebGPU' || !device) return null;
    const gpu = new GpuCaustics(device, this.shell.slots, this.shell.vertices);
    return new LiveCaustics(gpu, ({ span, centre }, how) => {
      this.floorUniforms.caustics.value.set(span, centre[0], centre[2]);
      this.events.traced(`on the GPU: ${how}`, span);
      this.stage.invalidate();
    });
  }
}

function externalTexture(source: GPUTexture): ExternalTexture {
  const made = new ExternalTexture(source);
  made.colorSpace = NoColorSpace;
  made.minFilter = made.magFilter = LinearFilter;
  made.generateMipmaps = false;
  return made;
}
