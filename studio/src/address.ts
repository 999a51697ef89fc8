// The view in the address: #sand?track=rose&azimuth=300. Short, readable, no defaults; everything after the # stays in
// the browser.

let known = window.location.hash; // as it was last read or written

export interface Address {
  tab: string;
  state: Record<string, string>;
}

export function readAddress(): Address {
  known = window.location.hash;
  const [tab = '', query = ''] = window.location.hash.slice(1).split('?');
  return { tab, state: Object.fromEntries(new URLSearchParams(query)) };
}

/** Leaves an address alone that somebody has just changed: it is about to be read. */
export function writeAddress({ tab, state }: Address): void {
  if (window.location.hash !== known) return;
  const query = new URLSearchParams(state).toString().replaceAll('%2C', ',');
  const next = `#${tab}${query ? `?${query}` : ''}`;
  if (next !== known) window.history.replaceState(null, '', next);
  known = window.location.hash;
}
