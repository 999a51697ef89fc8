// The jelly tab: not there yet.
import type { ModelTab } from '../tab';

export const tab: ModelTab = {
  id: 'jelly',
  title: 'Jelly',
  accept: '',
  create: async (host) => void host.panel.note('Jelly is not in this page yet.'),
  show: () => {},
  hide: () => {},
  dispose: () => {},
  drop: async () => {},
  state: () => ({}),
  apply: async () => {},
  runExactly: async () => ({ steps: 0, hash: '' }),
  stateHash: async () => '',
};
