import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  title: 'Replies by email',
  label: 'Email for replies (optional)',
  example: 'Email (optional)',
  leave: 'Email me replies',
  failed: 'Failed to save your address. Please try again.',
  unconfirmed: 'Open the link we emailed to {{email}} to get replies there.',
  confirmed: 'Replies are emailed to {{email}}.',
  change: 'Change',
  remove: 'Remove',
  removeFailed: 'Failed to remove your address. Please try again.',
  confirmTitle: 'Get replies by email?',
  confirmText:
    'You are emailed about replies to your comments on this snapshot. Each email has a link to stop them.',
  confirm: 'Confirm',
  confirmFailed: 'Failed to confirm the address',
  done: 'Your address is confirmed',
  open: 'Open the snapshot',
});
