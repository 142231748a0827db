import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  pickBlocked: 'This page blocks our script, so you cannot pin a comment to it.',
});
