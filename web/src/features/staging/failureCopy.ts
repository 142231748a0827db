import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  connectionLost:
    'The connection was lost during the upload, and nothing was staged. Check it and try again.',
  replyLost:
    'The connection was lost, and it is not known whether {{name}} was staged. Try again when you are connected: it gets one link only.',
  unexpected: 'The upload failed unexpectedly. Stage it again.',
  unreadable: 'Failed to read a file. It may have been moved or changed. Choose the folder again.',
  tooLargeForServer: 'It is larger than the server accepts. Remove what is not needed and stage again.',
  tryAgain: 'Try again',
  upgrade: 'Upgrade to Pro',
  upgradeText: 'Pro allows larger snapshots.',
});
