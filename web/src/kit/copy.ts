import { defineCopy } from '../lib/copy.ts';

export const t = defineCopy({
  enlarge: 'Enlarge {{name}}',
  linkCopied: 'Link copied',
  continue: 'Continue',
  done: 'Done',
  notDone: 'Not done',
  showPassword: 'Show password',
  formFailed: 'That did not work. Try again.',
  partFailed: 'Failed to load this part. Check your connection and reload the page.',
});
