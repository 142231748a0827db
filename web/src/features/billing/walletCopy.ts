import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  product: 'Stagelink Pro',
  notLoaded: 'Stripe not loaded',
  createFailed: 'Failed to create subscription',
  incomplete: 'Subscription creation failed',
});
