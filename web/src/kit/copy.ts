import { defineCopy } from '../lib/copy.ts';

export const t = defineCopy({
  linkCopied: 'Link copied',
  continue: 'Continue',
  done: 'Done',
  notDone: 'Not done',
  showPassword: 'Show password',
  partFailed: 'Failed to load this part. Check your connection and reload the page.',
});
