import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  title: 'Stagelink in a minute',
  close: 'Close',
  english: 'English',
  missing: 'This server has no recording of the video. Here is what it shows.',
  transcript: 'Transcript',
  open: 'A private link opens the prototype as a real site.',
  sizes: 'It can be seen at the size of a phone, a tablet or a desktop.',
  comment: 'Press C, click an element and write. No account is needed.',
  send: 'The comment is pinned to its element and listed beside the prototype.',
  restage: 'The owner stages the next version at the same link. The pin stays on its element.',
  resolve: 'The thread is resolved when the change is in.',
  dashboard: 'On the dashboard each snapshot has its comments, its views and its last day.',
});
