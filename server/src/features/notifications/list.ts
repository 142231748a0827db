import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { listNotifications } from '@stagelink/shared/contracts/notifications';
import type { App } from '../../platform/context.ts';
import { type ListPage, readCursor, splitPage } from '../../platform/db/keyset.ts';
import * as repo from './repo.ts';

const NAME = 'notifications';

interface NotificationPage extends ListPage<repo.NotificationRow> {
  unread: number;
}

/** One that arrives between the two statements must not be in the number alone: the companion would announce it twice. */
const OF_ONE_MOMENT = { isolationLevel: 'repeatable read', readOnly: true } as const;

/** Returns a page of the user's notifications, newest first. */
export async function list(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  userId: string,
  { cursor, limit }: Parsed<typeof listNotifications>,
): Promise<NotificationPage> {
  const place = readCursor(secrets, NAME, cursor);
  return db.transaction(async (tx) => {
    const found = await repo.page(tx, userId, { place, limit });
    const unread = await repo.countUnread(tx, userId);
    return { ...splitPage(secrets, NAME, limit, found), unread };
  }, OF_ONE_MOMENT);
}
