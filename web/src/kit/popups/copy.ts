import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  removeChip: 'Remove {{name}}',
});
