import { type ComponentType, createContext, useContext } from 'react';
import type { PinFinding } from '@stagelink/shared/preview/messages';
import type { OpenPin } from './data/pinCheck.ts';
import type { ChannelAddress } from './data/reconnecting.ts';
import { logout } from './data/session.ts';
import { LiveLost } from './shell/LiveLost.tsx';
import type { Live } from './shell/useLive.ts';

/** Looks for pins on a version and tells the server what became of them. */
export type LookForPins = (
  snapshotId: string,
  version: number,
  pins: OpenPin[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, PinFinding>>;

/** What stands around the web app's pages: a browser, or a program that shows them in a window of its own. */
export interface Host {
  /** Where the product's name leads. */
  home: string;
  /** Where somebody goes who has to sign in. */
  signIn: string;
  /** Where somebody is who has signed out. */
  afterSignOut: string;
  signOut: () => Promise<void>;
  /** What the live channel is opened at. */
  channel: ChannelAddress;
  lookForPins: LookForPins;
  /** Stands above the page, when something has to be said about every one. */
  Notices: ComponentType<{ live: Live }>;
  /** Places of its own in the sidebar, above the dashboard. */
  Places?: ComponentType;
  /** More of them at the sidebar's end, above the settings. */
  EndPlaces?: ComponentType;
  /** What its account menu holds besides the look of the house. */
  Accounts?: ComponentType;
}

const browser: Host = {
  home: '/dashboard',
  signIn: '/login',
  afterSignOut: '/',
  signOut: logout,
  channel: '/api/events',
  lookForPins: async (...looked) => (await import('./data/pinCheck.ts')).lookForPins(...looked),
  Notices: LiveLost,
};

const HostContext = createContext(browser);
export const HostProvider = HostContext.Provider;
export const useHost = (): Host => useContext(HostContext);
