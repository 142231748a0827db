import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { listNotifications } from '@stagelink/shared/contracts/notifications';
import * as z from 'zod';
import type { App } from '../../platform/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';
import * as repo from './repo.ts';

const PURPOSE = 'notification cursor';
const Cursor = z.tuple([z.string(), z.uuid()]);

/** Signed by this server, so its content needs no further checks. */
const cursorAt = (secrets: Secrets, { madeAt, id }: repo.ListPosition) =>
  secrets.sign(PURPOSE, JSON.stringify([madeAt, id]));

function placeOf(secrets: Secrets, cursor: string | undefined): repo.ListPosition | null {
  if (cursor === undefined) return null;
  const payload = secrets.verify(PURPOSE, cursor);
  const read = payload === null ? undefined : Cursor.safeParse(JSON.parse(payload)).data;
  if (!read) {
    throw new AppError('invalid_input', 'The cursor does not belong to this list.', { field: 'cursor' });
  }
  return { madeAt: read[0], id: read[1] };
}

export interface NotificationPage {
  rows: repo.NotificationRow[];
  unread: number;
  nextCursor: string | null;
}

/** Returns a page of the user's notifications, newest first. */
export async function list(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  userId: string,
  { cursor, limit }: Parsed<typeof listNotifications>,
): Promise<NotificationPage> {
  const place = placeOf(secrets, cursor);
  const [found, unread] = await Promise.all([
    repo.page(db, userId, { place, limit: limit + 1 }),
    repo.countUnread(db, userId),
  ]);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, unread, nextCursor: found.length > limit && last ? cursorAt(secrets, last) : null };
}
