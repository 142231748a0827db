import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  options: 'Comment options',
  followSnapshot: 'Follow this snapshot',
  policy: 'Who may comment',
  policy_open: 'Anyone with the link',
  policy_approval: 'Anyone, after your approval',
  policy_members: 'People with an account',
  policyFailed: 'Failed to change who may comment. Please try again.',
  exportAs: 'Export',
  exportJson: 'As JSON',
  exportCsv: 'As CSV',
  exportZip: 'As a zip with all files',
  exportPage: 'As a printable page',
});
