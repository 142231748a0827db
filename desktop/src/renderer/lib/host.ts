import type { Host } from '@stagelink/web/lib/host.ts';
import { channelAddress, signOutActive } from '../features/preferences/accountsApi.ts';
import { makePicture, verifyPins } from '../features/folderDetails/pins.ts';
import { Accounts } from '../shell/Accounts.tsx';
import { Notifications } from '../shell/Notifications.tsx';
import { Notices } from '../shell/Notices.tsx';
import { EndPlaces, SidebarItems } from '../shell/SidebarItems.tsx';

export const companion: Host = {
  home: '/folders',
  signIn: '/sign-in',
  afterSignOut: '/sign-in',
  signOut: signOutActive,
  channel: channelAddress,
  verifyPins,
  makePicture,
  Notices,
  Places: SidebarItems,
  EndPlaces,
  Accounts,
  Notifications,
};
