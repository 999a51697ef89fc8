// The light on the sand, worked out once per change at the cells of the relief, not once per pixel and picture.
//
// For each cell: its slopes, which share of the lamp's disc the relief and the frame leave free (a march towards the
// lamp, keeping the steepest horizon), and how open the sky is (eight directions, six distances). Lengths in mm.
import { DataTexture, FloatType, HalfFloatType, LinearFilter, LinearMipmapLinearFilter, NearestFilter, NodeMaterial } from 'three/webgpu';
import { QuadMesh, RedFormat, RenderTarget, RGBAFormat } from 'three/webgpu';
import type { Node, WebGPURenderer } from 'three/webgpu';
import { clamp, cos, float, Fn, int, ivec2, Loop, max, min, mix, select, sin, smoothstep, sqrt, textureLoad, uv } from 'three/tsl';
import { vec2, vec4 } from 'three/tsl';
import type { SandUniforms } from './uniforms';

type Float = Node<'float'>;
type Vec2 = Node<'vec2'>;

/** Distance from p, inside the table, to its wall along a level unit direction. */
export function reachOf(u: SandUniforms, p: Vec2, d: Vec2): Float {
  const along = (at: Float, size: Float, step: Float): Float =>
    select(step.greaterThan(0), size.sub(at), at).div(max(step.abs(), 1e-5));
  const box = min(along(p.x, u.table.x, d.x), along(p.y, u.table.y, d.y));
  const c = p.sub(u.table.mul(0.5));
  const radius = u.table.x.mul(0.5);
  const b = c.dot(d);
  const disc = sqrt(max(b.mul(b).add(radius.mul(radius)).sub(c.dot(c)), 0)).sub(b);
  return max(mix(box, disc, u.round), 1e-3);
}

export class LightMap {
  readonly heights: DataTexture;
  readonly target: RenderTarget;
  private readonly quad: QuadMesh;
  private readonly material: NodeMaterial;

  constructor(
    readonly nx: number,
    readonly ny: number,
    /** The scene's own: what it writes there the next render with `fresh` takes in. */
    relief: Float32Array<ArrayBuffer>,
    u: SandUniforms,
  ) {
    this.heights = new DataTexture(relief, nx, ny, RedFormat, FloatType);
    this.heights.magFilter = this.heights.minFilter = NearestFilter;
    this.heights.needsUpdate = true;
    this.target = new RenderTarget(nx, ny, { type: HalfFloatType, format: RGBAFormat, depthBuffer: false });
    this.target.texture.magFilter = LinearFilter;
    this.target.texture.minFilter = LinearMipmapLinearFilter; // far ripples and the ball's mirror see their mean
    this.target.texture.generateMipmaps = true;
    this.target.texture.anisotropy = 4;

    const { heights } = this;
    const height = (x: Float, y: Float): Float =>
      textureLoad(heights, ivec2(int(clamp(x, 0, nx - 1)), int(clamp(y, 0, ny - 1)))).x;
    const near = (p: Vec2): Float => height(p.x.floor(), p.y.floor());

    this.material = new NodeMaterial();
    this.material.fragmentNode = Fn(() => {
      const cell = uv().mul(vec2(nx, ny)).toVar();
      const i = cell.x.floor().toVar();
      const j = cell.y.floor().toVar();
      const at = (dx: number, dy: number): Float => height(i.add(dx), j.add(dy));
      const h = at(0, 0).toVar();
      const [sw, s, se, w, e, nw, n, ne] = [at(-1, -1), at(0, -1), at(1, -1), at(-1, 0), at(1, 0), at(-1, 1), at(0, 1), at(1, 1)];
      const per = float(0.125).div(u.cell);
      const slopeX = se.add(e.mul(2)).add(ne).sub(sw.add(w.mul(2)).add(nw)).mul(per);
      const slopeY = nw.add(n.mul(2)).add(ne).sub(sw.add(s.mul(2)).add(se)).mul(per);

      // The lamp: one step is a cell along the axis that the ray follows more, linear between two cells across it.
      const centre = vec2(i, j).add(0.5).toVar();
      const p = centre.mul(u.cell).toVar();
      const level = u.toLamp.xy.div(max(u.toLamp.xy.length(), 1e-4)).toVar();
      const stride = level.div(max(max(level.x.abs(), level.y.abs()), 1e-4)).toVar();
      const length = stride.length().mul(u.cell).toVar();
      const steep = level.x.abs().greaterThan(level.y.abs()).toVar();
      const horizon = u.frameTop.sub(h).div(reachOf(u, p, level)).toVar();
      Loop({ type: 'int', start: 1, end: u.marches }, ({ i: k }) => {
        const q = centre.add(stride.mul(float(k))).toVar();
        const across = select(steep, q.y, q.x).sub(0.5).toVar();
        const low = across.floor().toVar();
        const on = select(steep, q.x, q.y).floor().toVar();
        const a = height(select(steep, on, low), select(steep, low, on));
        const b = height(select(steep, on, low.add(1)), select(steep, low.add(1), on));
        horizon.assign(max(horizon, mix(a, b, across.fract()).sub(h).div(length.mul(float(k)))));
      });
      const lamp = float(1).sub(smoothstep(u.lampLow, u.lampHigh, horizon));

      const open = float(0).toVar();
      Loop({ type: 'int', start: 0, end: 8 }, ({ i: k }) => {
        const angle = float(k).add(0.5).mul(Math.PI / 4);
        const d = vec2(cos(angle), sin(angle)).toVar();
        const t = max(u.frameTop.sub(h).div(reachOf(u, p, d)), 0).toVar();
        for (const distance of [1.2, 2.4, 4.4, 7.6, 12.5, 20]) {
          const step = float(distance * 0.5).div(u.cell);
          t.assign(max(t, near(centre.add(d.mul(step))).sub(h).div(distance * 0.5)));
        }
        open.addAssign(float(1).div(t.mul(t).add(1)));
      });
      return vec4(slopeX, slopeY, lamp, open.div(8));
    })();
    this.quad = new QuadMesh(this.material);
  }

  /** Takes new heights in when there are any, and lights them with the uniforms as they are. */
  render(renderer: WebGPURenderer, fresh: boolean): void {
    if (fresh) this.heights.needsUpdate = true;
    const before = renderer.getRenderTarget();
    renderer.setRenderTarget(this.target);
    this.quad.render(renderer);
    renderer.setRenderTarget(before);
  }

  free(): void {
    this.heights.dispose();
    this.target.dispose();
    this.material.dispose();
  }
}
