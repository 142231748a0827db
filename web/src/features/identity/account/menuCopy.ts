import { defineCopy } from '../../../lib/copy.ts';

export const t = defineCopy({
  signOutFailed: 'Failed to sign out',
  settings: 'Settings',
  signOut: 'Sign out',
  account: 'Account of {{name}}',
  appearance: 'Appearance',
  auto: 'Auto',
  light: 'Light',
  dark: 'Dark',
});
