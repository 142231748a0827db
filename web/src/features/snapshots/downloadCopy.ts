import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  downloading: 'Downloading the zip',
  failed: 'Failed to download the snapshot',
});
