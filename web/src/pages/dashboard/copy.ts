import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  skip: 'Skip to content',
  title: 'Dashboard',
  noProject: 'No project',
  subtitle: 'All your snapshots.',
  showSidebar: 'Show sidebar',
  hideSidebar: 'Hide sidebar',
  signOut: 'Sign out',
  live: 'Live',
  connecting: 'Connecting',
  reconnecting: 'Reconnecting',
  offline: 'Not live',
  reconnectFailed: 'Failed to reconnect after multiple attempts',
});

/** The outcome of a checkout. */
export const checkout = defineCopy({
  trial: 'Welcome to your Pro trial! You now have access to all Pro features.',
  unconfirmed:
    'We could not confirm the payment yet. Pro starts as soon as it is confirmed; do not pay again before that.',
  subscribed: 'Subscription activated! You now have full access to Pro features.',
});
