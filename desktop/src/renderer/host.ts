import type { Host } from '../../../web/src/host.ts';
import { channelAddress, signOutActive } from './data/accounts.ts';
import { lookForPins } from './data/pins.ts';
import { Accounts } from './shell/Accounts.tsx';
import { Notices } from './shell/Notices.tsx';
import { EndPlaces, Places } from './shell/Places.tsx';

/** The companion, as the web app's pages know it. */
export const companion: Host = {
  home: '/folders',
  signIn: '/sign-in',
  afterSignOut: '/sign-in',
  signOut: signOutActive,
  channel: channelAddress,
  lookForPins,
  Notices,
  Places,
  EndPlaces,
  Accounts,
};
