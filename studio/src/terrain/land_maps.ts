// What the picture knows of every cell, worked out on the graphics device once per change and not once per pixel.
//
//   slopes  of the surface in x and y, by Sobel's differences
//   light   which share of the sun the relief leaves free (a march towards it, keeping the steepest horizon), how open
//           the sky is (eight directions, six distances), and how far the cell stands out of its surroundings over a
//           wide and a narrow reach, from the same samples
// Slopes follow every frame; light, which costs more, comes a few times a second. "Before" and "after" are two height
// maps behind one function, so that everything else knows nothing of the comparison.
import { DataTexture, FloatType, HalfFloatType, LinearFilter, NearestFilter, NodeMaterial, QuadMesh } from 'three/webgpu';
import { RedFormat, RenderTarget, RGBAFormat } from 'three/webgpu';
import type { Node, WebGPURenderer } from 'three/webgpu';
import { clamp, cos, float, Fn, int, ivec2, Loop, max, mix, pow, select, sin, smoothstep, textureLoad, uv } from 'three/tsl';
import { vec2, vec4 } from 'three/tsl';
import type { TerrainUniforms } from './uniforms';
import { kSide } from './uniforms';

type Float = Node<'float'>;
type Vec2 = Node<'vec2'>;
const kMostLit = 512; // nodes of the light along the longer side
const kRings = [0.004, 0.008, 0.0175, 0.03, 0.055, 0.1]; // of the shorter side

function heightTexture(nx: number, ny: number, values: Float32Array): DataTexture {
  const made = new DataTexture(values.slice(), nx, ny, RedFormat, FloatType);
  made.magFilter = made.minFilter = NearestFilter;
  made.needsUpdate = true;
  return made;
}
function target(nx: number, ny: number): RenderTarget {
  const made = new RenderTarget(nx, ny, { type: HalfFloatType, format: RGBAFormat, depthBuffer: false });
  made.texture.minFilter = made.texture.magFilter = LinearFilter;
  made.texture.generateMipmaps = false;
  return made;
}

export class LandMaps {
  readonly after: DataTexture;
  readonly before: DataTexture;
  readonly overlay: DataTexture;
  readonly slopes: RenderTarget;
  readonly light: RenderTarget;
  private readonly materials: NodeMaterial[];
  private readonly slopeQuad: QuadMesh;
  private readonly lightQuad: QuadMesh;

  constructor(
    readonly nx: number,
    readonly ny: number,
    before: Float32Array,
    after: Float32Array,
    overlay: Uint8Array,
    private readonly u: TerrainUniforms,
  ) {
    this.before = heightTexture(nx, ny, before);
    this.after = heightTexture(nx, ny, after);
    this.overlay = new DataTexture(overlay.slice(), nx, ny, RGBAFormat);
    this.overlay.magFilter = this.overlay.minFilter = LinearFilter;
    this.overlay.needsUpdate = true;
    this.slopes = target(nx, ny);
    const coarse = Math.max(1, Math.max(nx, ny) / kMostLit);
    const [lx, ly] = [Math.round(nx / coarse), Math.round(ny / coarse)];
    this.light = target(lx, ly);
    this.materials = [this.slopeMaterial(), this.lightMaterial(lx, ly)];
    this.slopeQuad = new QuadMesh(this.materials[0]);
    this.lightQuad = new QuadMesh(this.materials[1]);
  }

  /** Height of a cell in the world; beyond the edge that of the edge. */
  cell(i: Float, j: Float): Float {
    const at = ivec2(int(clamp(i, 0, this.nx - 1)), int(clamp(j, 0, this.ny - 1))).toVar();
    const raw = select(float(at.x).lessThan(this.u.split), textureLoad(this.before, at).x, textureLoad(this.after, at).x);
    return raw.sub(this.u.zero).mul(this.u.rise);
  }
  private near(p: Vec2): Float {
    return this.cell(p.x.floor(), p.y.floor());
  }
  /** Height between the cells' centres; `p` counts cells from the south-west corner. */
  height(p: Vec2): Float {
    const q = clamp(p, vec2(0.5), this.u.cells.sub(0.5)).sub(0.5).toVar();
    const [i, j] = [q.x.floor().toVar(), q.y.floor().toVar()];
    const f = q.fract().toVar();
    return mix(
      mix(this.cell(i, j), this.cell(i.add(1), j), f.x),
      mix(this.cell(i, j.add(1)), this.cell(i.add(1), j.add(1)), f.x),
      f.y,
    );
  }

  private slopeMaterial(): NodeMaterial {
    const material = new NodeMaterial();
    material.fragmentNode = Fn(() => {
      const p = uv().mul(vec2(this.nx, this.ny)).floor().toVar();
      const [i, j] = [p.x, p.y];
      const at = (dx: number, dy: number): Float => this.cell(i.add(dx), j.add(dy));
      const [sw, s, se, w] = [at(-1, -1).toVar(), at(0, -1), at(1, -1).toVar(), at(-1, 0)];
      const [e, nw, n, ne] = [at(1, 0), at(-1, 1).toVar(), at(0, 1), at(1, 1).toVar()];
      const per = float(0.125).div(this.u.cell);
      const slopeX = se.add(e.mul(2)).add(ne).sub(sw.add(w.mul(2)).add(nw)).mul(per);
      const slopeY = nw.add(n.mul(2)).add(ne).sub(sw.add(s.mul(2)).add(se)).mul(per);
      return vec4(slopeX, slopeY, 0, 1);
    })();
    return material;
  }

  private lightMaterial(lx: number, ly: number): NodeMaterial {
    const { u } = this;
    const coarse = this.nx / lx;
    const side = Math.min(this.nx, this.ny);
    const wet = (h: Float): Float => max(h, u.sea);
    const material = new NodeMaterial();
    material.fragmentNode = Fn(() => {
      const centre = uv().mul(vec2(lx, ly)).floor().add(0.5).mul(coarse).toVar();
      const h = wet(this.height(centre)).toVar();

      // One step is a whole number of cells along the axis that the ray follows more, linear between two across it.
      const level = vec2(u.toSun.x, u.toSun.z.negate()).toVar();
      level.assign(level.div(max(level.length(), 1e-4)));
      const steep = level.x.abs().greaterThan(level.y.abs()).toVar();
      const stride = level.div(max(max(level.x.abs(), level.y.abs()), 1e-4)).toVar();
      const length = stride.length().mul(u.cell).toVar();
      const horizon = float(0).toVar();
      Loop({ type: 'int', start: 1, end: u.marches }, ({ i: k }) => {
        const m = max(float(k), u.reach.mul(pow(float(k).div(float(u.marches)), 1.7)).floor()).toVar();
        const q = centre.add(stride.mul(m)).toVar();
        const across = select(steep, q.y, q.x).sub(0.5).toVar();
        const low = across.floor().toVar();
        const on = select(steep, q.x, q.y).floor().toVar();
        const a = this.cell(select(steep, on, low), select(steep, low, on));
        const b = this.cell(select(steep, on, low.add(1)), select(steep, low.add(1), on));
        const inside = q.x.greaterThan(0).and(q.y.greaterThan(0)).and(q.x.lessThan(u.cells.x)).and(q.y.lessThan(u.cells.y));
        const tangent = mix(a, b, across.fract()).sub(h).div(length.mul(m));
        horizon.assign(max(horizon, select(inside, tangent, 0)));
      });
      const sun = float(1).sub(smoothstep(u.sunLow, u.sunHigh, horizon));

      const open = float(0).toVar();
      const narrow = float(0).toVar();
      const wide = float(0).toVar();
      Loop({ type: 'int', start: 0, end: 8 }, ({ i: k }) => {
        const angle = float(k).add(0.5).mul(Math.PI / 4);
        const d = vec2(cos(angle), sin(angle)).toVar();
        const t = float(0).toVar();
        kRings.forEach((ring, n) => {
          const cells = Math.max(1, ring * side);
          const other = wet(this.near(centre.add(d.mul(cells)))).toVar();
          t.assign(max(t, other.sub(h).div((cells * kSide) / side)));
          if (n < 2) narrow.addAssign(other);
          if (n >= 1 && n <= 3) wide.addAssign(other);
        });
        open.addAssign(float(1).div(t.mul(t).add(1)));
      });
      const standsOut = h.sub(wide.div(24)).div(0.035 * kSide);
      const ridge = h.sub(narrow.div(16)).div(0.008 * kSide);
      return vec4(sun, open.div(8), standsOut, ridge);
    })();
    return material;
  }

  setHeights(heights: Float32Array): void {
    (this.after.image.data as Float32Array).set(heights);
    this.after.needsUpdate = true;
  }
  setOverlay(overlay: Uint8Array): void {
    (this.overlay.image.data as Uint8Array).set(overlay);
    this.overlay.needsUpdate = true;
  }

  render(renderer: WebGPURenderer, withLight: boolean): void {
    const before = renderer.getRenderTarget();
    renderer.setRenderTarget(this.slopes);
    this.slopeQuad.render(renderer);
    if (withLight) {
      renderer.setRenderTarget(this.light);
      this.lightQuad.render(renderer);
    }
    renderer.setRenderTarget(before);
  }

  free(): void {
    for (const texture of [this.before, this.after, this.overlay]) texture.dispose();
    for (const made of [this.slopes, this.light]) made.dispose();
    for (const material of this.materials) material.dispose();
  }
}
