import { defineCopy } from '../../../lib/copy.ts';

export const t = defineCopy({
  failed: 'Failed to start checkout: {{message}}',
  walletFailed: 'Apple Pay failed: {{message}}',
  portalFailed: 'Failed to open billing portal',
  tryAgain: 'Please try again.',
});
