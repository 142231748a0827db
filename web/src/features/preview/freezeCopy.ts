import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  freeze: 'Freeze',
  freezeKey: 'Freeze animations, timers and videos (F)',
  frozen: 'Frozen',
  frozenExcept: 'Frozen, except {{what}}',
  frames: 'frames in the page',
  workers: 'canvases that workers draw',
  pictures: 'animated pictures',
  unfreeze: 'Unfreeze',
  blocked: 'This page blocks our script, so you cannot freeze it.',
});
