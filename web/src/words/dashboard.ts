import { words } from './words.ts';

export const t = words({
  title: 'Dashboard',
  noProject: 'No project',
  subtitle: 'Everything you have staged.',
  showSidebar: 'Show sidebar',
  hideSidebar: 'Hide sidebar',
  signOut: 'Sign out',
  signOutFailed: 'You are still signed in',
  account: 'Account of {{name}}',
  appearance: 'Appearance',
  auto: 'Auto',
  light: 'Light',
  dark: 'Dark',
  live: 'Live',
  connecting: 'Connecting',
  reconnecting: 'Reconnecting',
  offline: 'Not live',
  reconnectFailed: 'Failed to reconnect after multiple attempts',
});
