import { defineCopy } from '../../lib/copy.ts';

/** Texts of the button that opens the versions. */
export const t = defineCopy({
  version: 'Version {{version}}',
  short: 'v{{version}}',
  versions: 'Versions',
  seeAll: ', see all versions',
});
