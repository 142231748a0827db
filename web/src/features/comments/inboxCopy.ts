import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  view: 'Filter comments',
  viewIsNarrow: 'Filter comments (on)',
  show: 'Show',
  everyone: 'Everyone',
  unread: 'Unread',
  mine: 'Mine',
  mentions: 'Mentioning me',
  assigned: 'Assigned to me',
  reviewers: 'From reviewers',
  changes: 'With changes requested',
  versions: 'Version',
  allVersions: 'All versions',
  thisVersion: 'Only version {{version}}',
  group: 'Group by page',
  readAll: 'Mark all as read',
  readAllFailed: 'Failed to mark all as read. Please try again.',
  noPage: 'No page',
  none: 'No comments match.',
  widen: 'Clear the filter',
});
