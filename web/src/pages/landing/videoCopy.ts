import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  title: 'Stagelink in a minute',
  close: 'Close',
  english: 'English',
  missing: 'This server has no recording of the video. Here is what it shows.',
  transcript: 'Transcript',
  open: 'A private link opens the prototype as a real site.',
  comment: 'Press C, click an element and write. No account is needed.',
  send: 'The comment is pinned to its element, with a picture of it.',
  resolve: 'The owner stages the next version at the same link. The pin stays on its element.',
  versions: 'The thread is resolved when the change is in.',
});
