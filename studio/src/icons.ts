// Line icons, 20 x 20, drawn here.
const paths: Record<string, string> = {
  play: 'M7 4.5v11l9-5.5z',
  pause: 'M7 4.5v11M13 4.5v11',
  restart: 'M4.5 10a5.5 5.5 0 1 0 2-4.2M4.5 3.5v3.4h3.4',
  top: 'M4 4h12v12H4zM10 7v6M7 10h6',
  tilt: 'M2.5 13 7 6h6l4.5 7z',
  ball: 'M10 4a6 6 0 1 0 0 12a6 6 0 0 0 0-12M7.5 8.5a3 3 0 0 1 2-1.6',
  hand: 'M6 11V6.5a1 1 0 0 1 2 0V10V5a1 1 0 0 1 2 0v5V5.5a1 1 0 0 1 2 0V11V7.5a1 1 0 0 1 2 0v5c0 3-1.5 4.5-4.5 4.5S6 15.5 4 12.5',
  nudge: 'M3 10h9M9 6.5 12.5 10 9 13.5M16 5v10',
};

export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', paths[name] ?? '');
  if (name === 'play') path.setAttribute('fill', 'currentColor');
  svg.append(path);
  return svg;
}

/** A round button of a tab's bar. */
export function iconButton(name: string, label: string, act: () => void, main = false): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = main ? 'icon main' : 'icon';
  made.addEventListener('click', act);
  setIcon(made, name, label);
  return made;
}
export function setIcon(of: HTMLButtonElement, name: string, label: string): void {
  of.replaceChildren(icon(name));
  of.setAttribute('aria-label', label);
  of.title = label;
}
