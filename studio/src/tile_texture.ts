// A tile of bytes that repeats without a seam, with mipmaps: grain of sand, fine structure of ground.
import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping, RGBAFormat } from 'three/webgpu';

export function tileTexture(data: Uint8Array<ArrayBuffer>, side: number, anisotropy: number): DataTexture {
  const made = new DataTexture(data, side, side, RGBAFormat);
  made.wrapS = made.wrapT = RepeatWrapping;
  made.minFilter = LinearMipmapLinearFilter;
  made.magFilter = LinearFilter;
  made.generateMipmaps = true;
  made.anisotropy = anisotropy;
  made.needsUpdate = true;
  return made;
}
