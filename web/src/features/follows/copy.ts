import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  following: 'Comment Subscriptions',
  followingHint: 'Snapshots and threads you follow.',
  followingLoading: 'Loading subscriptions',
  followingFailed: 'Failed to load subscriptions',
  tryAgain: 'Try Again',
  followingEmpty: 'You do not follow any comments',
  followingEmptyHint: 'Follow a snapshot from the dashboard to see it here.',
  wholeSnapshot: 'All comments',
  active: 'Active',
  paused: 'Paused',
  mailsFor: 'Active: {{name}}',
  unsubscribe: 'Unsubscribe',
  unsubscribeFrom: 'Unsubscribe: {{name}}',
  unsubscribed: 'Unsubscribed from {{name}}',
  unsubscribeFailed: 'Failed to unsubscribe. Please try again.',
  updateFailed: 'Failed to update subscription. Please try again.',
});
