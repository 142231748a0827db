import { type ComponentType, createContext, useContext } from 'react';
import type { SettledFinding } from '@stagelink/shared/preview/messages';
import type { Comment } from '@stagelink/shared/contracts/comments';
import type { ChannelAddress, Live } from './liveChannel.ts';

/** An unresolved thread with a pin. */
export type OpenPin = Comment & { locator: NonNullable<Comment['locator']> };

/** Verifies pins on a version and reports the results to the server. */
export type VerifyPins = (
  snapshotId: string,
  version: number,
  pins: OpenPin[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, SettledFinding>>;

/** Makes the picture of an own version's first page, unless it has one. Always resolves. */
export type MakePicture = (snapshotId: string, version: number) => Promise<void>;

/** Environment of the web app's pages: a browser or the companion. */
export interface Host {
  /** Target of the product's name. */
  home: string;
  /** Target of a redirect to sign-in. */
  signIn: string;
  /** Target after signing out. */
  afterSignOut: string;
  signOut: () => Promise<void>;
  /** Address of the live channel. */
  channel: ChannelAddress;
  verifyPins: VerifyPins;
  makePicture: MakePicture;
  /** Whether pictures that are missing are made in idle time. In the companion each opens a window. */
  hasIdlePictures?: boolean;
  /** Address of the documentation, where the server's own pages can be opened. */
  docs?: string;
  /** Shown above every page. */
  Notices: ComponentType<{ live: Live }>;
  /** Additional sidebar items above the dashboard. */
  Places?: ComponentType;
  /** Additional sidebar items above the settings. */
  EndPlaces?: ComponentType;
  /** Replaces the switch for notifications in the browser. */
  Notifications?: ComponentType;
  /** Additional items of the account menu. */
  Accounts?: ComponentType;
}

const HostContext = createContext<Host | null>(null);
export const HostProvider = HostContext.Provider;

/** Returns the host. Throws outside a `HostProvider`. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('There is no HostProvider above this component');
  return host;
}
