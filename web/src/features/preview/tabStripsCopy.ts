import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  hidden: 'Hidden page',
  hidesInFrame: 'This page hides itself inside other pages.',
  openInTab: 'Open in a tab',
  isolation: 'Shared memory',
  notIsolated: 'This page needs shared memory. Your browser allows that only in a tab of its own.',
});
