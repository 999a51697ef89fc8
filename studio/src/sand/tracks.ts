// The tracks that come with the page, made with `solgel sand --generate ... --track FILE`. Fetched when chosen.
import type { Track } from './messages';

export interface Bundled {
  file: string;
  title: string;
  parameters: Record<string, number>; // the table that it was made for
}

export const bundled: Record<string, Bundled> = {
  flower: { file: 'flower.thr', title: 'Flower', parameters: { diameter: 350, ball_radius: 6 } },
  rose: { file: 'rose.gcode', title: 'Rose', parameters: {} },
  maurer: { file: 'maurer.svg', title: "Maurer's rose", parameters: { diameter: 300, ball_radius: 6 } },
  wipe: { file: 'wipe.gcode', title: 'Wipe', parameters: {} },
};

export async function fetchTrack({ file }: Bundled): Promise<Track> {
  const answer = await fetch(new URL(`tracks/${file}`, document.baseURI));
  if (!answer.ok) throw new Error(`tracks/${file}: the server says ${answer.status}`);
  return { name: file, file: await answer.blob() };
}
