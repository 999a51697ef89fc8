// Worker code of the sand tab: not there yet.
import type { CreateModel } from '../engine/protocol';

export const create: CreateModel = () => ({
  call: () => {
    throw new Error('sand is not in this page yet');
  },
  tick: () => false,
  frame: () => null,
  runExactly: () => ({ steps: 0, hash: '' }),
});
