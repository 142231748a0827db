import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { listNotifications } from '@stagelink/shared/contracts/notifications';
import type { App } from '../../platform/context.ts';
import { type ListPage, readCursor, splitPage } from '../../platform/db/keyset.ts';
import * as repo from './repo.ts';

const NAME = 'notifications';

interface NotificationPage extends ListPage<repo.NotificationRow> {
  unread: number;
}

/** Returns a page of the user's notifications, newest first. */
export async function list(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  userId: string,
  { cursor, limit }: Parsed<typeof listNotifications>,
): Promise<NotificationPage> {
  const place = readCursor(secrets, NAME, cursor);
  const [found, unread] = await Promise.all([
    repo.page(db, userId, { place, limit }),
    repo.countUnread(db, userId),
  ]);
  return { ...splitPage(secrets, NAME, limit, found), unread };
}
