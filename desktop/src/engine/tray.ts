import type { Notification } from '@stagelink/shared/contracts/notifications';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import type { TraySnapshot } from '../protocol/engine.ts';

const isAbout = ({ actionUrl }: Notification, { id }: Snapshot): boolean =>
  actionUrl !== null && /^\/s\/([a-z0-9]+)/.exec(actionUrl)?.[1] === id;

/** Converts snapshots for the tray, each with its number of unread notifications. */
export const trayOf = (
  snapshots: readonly Snapshot[],
  notifications: readonly Notification[],
): TraySnapshot[] =>
  snapshots.map((snapshot) => ({
    id: snapshot.id,
    name: snapshot.name,
    url: snapshot.url,
    unread: notifications.filter((one) => one.readAt === null && isAbout(one, snapshot)).length,
  }));
