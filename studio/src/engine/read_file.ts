// A file's bytes, read in the worker: the page hands over the file, which is only a name to it, and never holds its
// contents. Read in pieces, so that messages get through and the reader sees how far it is.
import type { WorkerLink } from './protocol';

const kPiece = 1 << 22; // bytes

export async function readFile(link: WorkerLink, file: Blob, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.size);
  for (let at = 0; at < file.size; at += kPiece) {
    if (file.size > kPiece) link.progress(at / file.size, 'Reading');
    const piece = await file
      .slice(at, at + kPiece)
      .arrayBuffer()
      .catch((thrown: unknown) => {
        link.progress(null);
        throw new Error(`${name}: the browser could not read it (${thrown instanceof Error ? thrown.message : String(thrown)})`);
      });
    bytes.set(new Uint8Array(piece), at);
  }
  // What comes next, the engine's own reading, tells nothing until it is done.
  if (file.size > kPiece) link.progress(Number.NaN, 'Checking');
  return bytes;
}
