import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  open: 'Open the thread by {{name}}',
  threadAtPin: 'Thread at its pin, by {{name}}',
  atPin: 'Thread at pin {{number}}',
  position: '{{at}} of {{count}}',
  previous: 'Previous thread (K)',
  next: 'Next thread (J)',
  close: 'Close thread',
  unsent: '1 unsent comment',
  unread: 'Unread',
  markUnread: 'Mark as unread',
  unreadFailed: 'Failed to mark as unread. Please try again.',
  files_one: '{{count}} file',
  files_other: '{{count}} files',
});
