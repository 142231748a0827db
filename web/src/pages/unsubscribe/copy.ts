import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  title: 'Stop notification emails?',
  what: 'Stagelink will no longer email you about your snapshots. Notifications still appear in the app.',
  stop: 'Stop these emails',
  done: 'Notification emails are off',
  incomplete: 'This link is incomplete',
  incompleteHint: 'Open it from the email again, or copy the whole link.',
  repliesTitle: 'Stop emails about comments?',
  repliesWhat:
    'You commented on a snapshot or were asked to review it. Stop emails about that snapshot, or all emails about comments and reviews.',
  stopSnapshot: 'Stop emails about this snapshot',
  stopAll: 'Stop all emails to this address',
  repliesDone: 'These emails are stopped',
  failed: 'Failed to stop the emails. Please try again.',
  settings: 'Open your settings',
});
