// The terrain tab: not there yet.
import type { ModelTab } from '../tab';

export const tab: ModelTab = {
  id: 'terrain',
  title: 'Terrain',
  accept: '',
  create: async (host) => void host.panel.note('Terrain is not in this page yet.'),
  show: () => {},
  hide: () => {},
  dispose: () => {},
  drop: async () => {},
  state: () => ({}),
  apply: async () => {},
  runExactly: async () => ({ steps: 0, hash: '' }),
  stateHash: async () => '',
};
