import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  page: 'This page',
  version: 'This version ({{version}})',
  stays: 'The link shows this version after a restage, too.',
  follows: 'The link shows the newest version.',
});
