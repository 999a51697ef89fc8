// Worker code of the terrain tab: not there yet.
import type { CreateModel } from '../engine/protocol';

export const create: CreateModel = () => ({
  call: () => {
    throw new Error('terrain is not in this page yet');
  },
  tick: () => false,
  frame: () => null,
  runExactly: () => ({ steps: 0, hash: '' }),
});
