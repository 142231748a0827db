import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  isolation: 'Shared memory',
  notIsolated: 'This page needs shared memory. Your browser allows that only in a tab of its own.',
});
