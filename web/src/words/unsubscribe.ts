import { words } from './words.ts';

export const t = words({
  title: 'Stop notification mails?',
  what: 'Stagelink will no longer mail you what happens to your snapshots. You will still find it in the app.',
  stop: 'Stop these mails',
  done: 'Notification mails are off',
  incomplete: 'This link is not complete',
  incompleteHint: 'Please open it from the mail again, or copy all of it.',
  failed: 'The mails could not be stopped. Please try again.',
  settings: 'Open your settings',
});
