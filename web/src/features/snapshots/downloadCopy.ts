import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  download: 'Download as zip',
  downloading: 'Downloading the zip',
  failed: 'Failed to download the snapshot',
});
