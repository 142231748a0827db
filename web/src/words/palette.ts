import { words } from './words.ts';

export const t = words({
  open: 'Search and commands',
  title: 'Commands',
  search: 'Search snapshots and commands',
  results: 'Results',
  found_one: '{{count}} result',
  found_other: '{{count}} results',
  nothing: 'Nothing matches “{{text}}”',
  searchFailed: 'Snapshots could not be searched',
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

  openSnapshot: 'opens in a new tab',
  dashboard: 'Dashboard',
  settings: 'Settings',
  keys: 'Keyboard shortcuts',
  signOut: 'Sign out',

  singleKeys: 'Single-key shortcuts',
  singleKeysHint: 'Keys pressed alone, such as J or ?. They never act while you type. Kept in this browser.',
  anywhere: 'Anywhere',
  undo: 'Undo what was done last',
});
