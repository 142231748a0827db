import { defineCopy } from './copy.ts';

export const t = defineCopy({
  product: 'Stagelink',
  loading: 'Loading...',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Retry',
  undo: 'Undo',
  upgrade: 'Upgrade to Pro',
  pageFailed: 'Failed to show this page.',
  pageFailedHint: 'The app may have been updated. Reload to get the newest version.',
  reload: 'Reload',
  startPage: 'Back to start page',
  authenticationFailed: 'Authentication failed - please log in again',
  copied: 'Copied',
  copyNamed: 'Copy {{text}}',
  copyBlocked: 'The browser did not allow copying. Select the text and copy it.',
  unreachable: 'Failed to reach the server. Check your connection and try again.',
});
