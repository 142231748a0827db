import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  views: 'Pages or files',
  pages: 'Pages',
  files: 'Files',
  back: 'Back',
  forward: 'Forward',
  reload: 'Reload',
  unknown: 'A file without a known path',
  address: 'Path in the prototype',
  elsewhere: 'Enter a path of this prototype, such as /pricing.',
  startPage: 'Start page',
  openThreads_one: '{{count}} unresolved thread',
  openThreads_other: '{{count}} unresolved threads',
  loading: 'Loading pages',
  noPages: 'This version has no HTML page.',
  showAllPages: 'Show all {{count}} pages',
  showAllFiles: 'Show all {{count}} files',
});
