import { words } from './words.ts';

export const t = words({
  title: 'Stop notification mails?',
  what: 'Stagelink will no longer mail you what happens to your snapshots. You will still find it in the app.',
  stop: 'Stop these mails',
  done: 'Notification mails are off',
  incomplete: 'This link is not complete',
  incompleteHint: 'Please open it from the mail again, or copy all of it.',
  repliesTitle: 'Stop emails about comments?',
  repliesWhat:
    'You commented on a snapshot or were asked to review it. Stop emails about that snapshot, or all emails about comments and reviews.',
  stopSnapshot: 'Stop emails about this snapshot',
  stopAll: 'Stop all emails to this address',
  repliesDone: 'These emails are stopped',
  failed: 'The mails could not be stopped. Please try again.',
  settings: 'Open your settings',
});
