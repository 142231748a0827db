import { words } from './words.ts';

export const t = words({
  product: 'Stagelink',
  loading: 'Loading...',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Retry',
  undo: 'Undo',
  pageFailed: 'This page could not be shown.',
  pageFailedHint: 'It may have been updated while you had it open. Reload to get the newest version.',
  reload: 'Reload',
  authenticationFailed: 'Authentication failed - please log in again',
  copied: 'Copied',
  copyNamed: 'Copy {{text}}',
  copyBlocked: 'The browser did not allow copying. Select the text and copy it yourself.',
  unreachable: 'The server could not be reached. Check your connection and try again.',
});
