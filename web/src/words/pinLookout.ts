import { words } from './words.ts';

export const t = words({
  looking: 'Looking for the open pins on version {{version}}',
  done: 'The open pins were looked for. You can close this window.',
  failed: 'The open pins could not be looked for. You can close this window.',
});
