// The view in the address: #sand?track=rose&azimuth=300. Short, readable, no defaults; everything after the # stays in
// the browser.

export interface Address {
  tab: string;
  state: Record<string, string>;
}

export function readAddress(): Address {
  const [tab = '', query = ''] = window.location.hash.slice(1).split('?');
  return { tab, state: Object.fromEntries(new URLSearchParams(query)) };
}

export function writeAddress({ tab, state }: Address): void {
  const query = new URLSearchParams(state).toString().replaceAll('%2C', ',');
  const next = `#${tab}${query ? `?${query}` : ''}`;
  if (next !== window.location.hash) window.history.replaceState(null, '', next);
}
