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
