import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  open: 'Search and commands',
  title: 'Commands',
  search: 'Search snapshots and commands',
  searchUsers: 'Search users, snapshots and commands',
  results: 'Results',
  found_one: '{{count}} result',
  found_other: '{{count}} results',
  nothing: 'No results for “{{text}}”',
  searchFailed: 'Failed to search snapshots',
  toChoose: 'to choose',
  toRun: 'to run',
  toClose: 'to close',

  folders: 'Folders',
  list: 'Snapshot list',
  snapshots: 'Staging',
  projects: 'Projects',
  navigation: 'Go to',
  appearance: 'Appearance',
  help: 'Help',
  account: 'Account',
  links: 'Snapshots',
  users: 'Users',

  openSnapshot: 'opens in a new tab',
  dashboard: 'Dashboard',
  settings: 'Settings',
  keys: 'Keyboard shortcuts',
  docs: 'Docs',
  signOut: 'Sign out',

  singleKeys: 'Single-key shortcuts',
  singleKeysHint: 'Single keys such as J or ?. Inactive while you type. Saved in this browser.',
  anywhere: 'Anywhere',
  undo: 'Undo the last action',
});
