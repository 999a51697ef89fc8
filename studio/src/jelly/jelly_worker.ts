// Worker code of the jelly tab: not there yet.
import type { CreateModel } from '../engine/protocol';

export const create: CreateModel = () => ({
  call: () => {
    throw new Error('jelly is not in this page yet');
  },
  tick: () => false,
  frame: () => null,
  runExactly: () => ({ steps: 0, hash: '' }),
});
