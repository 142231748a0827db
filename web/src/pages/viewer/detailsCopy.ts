import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  owner: 'Owner',
  id: 'Snapshot ID',
  captured: 'Captured',
  capturedFrom: 'Captured from {{host}} on {{date}}',
  created: 'Created',
  expires: 'Expires',
  size: 'Total size',
  fileCount: 'Files',
  thisPage: 'This page',
  route: 'Address',
  title: 'Title',
  untitled: 'No title',
  viewport: 'Viewport',
  viewportValue: '{{width}} × {{height}}',
  noPage: 'No page details available.',
  snapshot: 'Snapshot',
  agents: 'What reaches coding agents',
});
