import { UNCLAIMED_OWNER } from '../identity/accounts/unclaimed.ts';
import type { EmailFrequency, NotificationType } from '@stagelink/shared/contracts/notifications';
import type { Db, Tx } from '../../platform/db/db.ts';
import { type ListPlace, type Placed, takePage } from '../../platform/db/keyset.ts';
import { selection, statement } from '../../platform/db/statement.ts';

export interface NotificationRow {
  id: string;
  type: NotificationType;
  title: string;
  message: string;
  actionUrl: string | null;
  snapshotId: string | null;
  /** Whether it is shown outside the app too. */
  isAlert: boolean;
  createdAt: Date;
  readAt: Date | null;
}

const columns = {
  id: 'n.id',
  type: 'n.type',
  title: 'n.title',
  message: 'n.message',
  actionUrl: 'n.action_url',
  snapshotId: 'n.snapshot_id',
  isAlert: 'n.is_alert',
  createdAt: 'n.created_at',
  readAt: 'n.read_at',
} satisfies Record<keyof NotificationRow, string>;

/** Newest first. */
export function page(
  db: Db,
  userId: string,
  { place, limit }: { place: ListPlace | null; limit: number },
): Promise<(NotificationRow & Placed)[]> {
  const rows = db('notifications as n')
    .select({ ...columns, sortKey: db.raw('n.created_at::text') })
    .where('n.user_id', userId);
  const key = { column: 'n.created_at', type: 'timestamptz' } as const;
  takePage(rows, { key, id: 'n.id', order: 'desc', place, limit });
  return rows;
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const row: { count: number } | undefined = await db('notifications')
    .where({ user_id: userId })
    .whereNull('read_at')
    .first({ count: db.raw('count(*)') });
  return row?.count ?? 0;
}

export type NewNotification = Omit<NotificationRow, 'createdAt' | 'readAt'> & {
  userId: string;
  threadId?: string | undefined;
  commentId?: string | undefined;
  /** False: it is part of the recipient's next digest, if any. */
  isMailed: boolean;
};

/** PostgreSQL accepts 65,535 parameters in a statement. */
const INSERTED_AT_ONCE = 1000;

export async function insert(tx: Tx, rows: NewNotification[]): Promise<void> {
  const inserted = rows.map((row) => ({
    id: row.id,
    user_id: row.userId,
    type: row.type,
    title: row.title,
    message: row.message,
    action_url: row.actionUrl,
    snapshot_id: row.snapshotId,
    thread_id: row.threadId ?? null,
    comment_id: row.commentId ?? null,
    is_alert: row.isAlert,
    mailed_at: row.isMailed ? tx.fn.now() : null,
  }));
  for (let at = 0; at < inserted.length; at += INSERTED_AT_ONCE)
    await tx('notifications').insert(inserted.slice(at, at + INSERTED_AT_ONCE));
}

/** Marks it as read. Returns whether it was unread; undefined if the user has no such notification. */
export async function read(tx: Tx, userId: string, id: string): Promise<boolean | undefined> {
  const row: { wasUnread: boolean } | undefined = await tx('notifications')
    .where({ id, user_id: userId })
    .forUpdate()
    .first({ wasUnread: tx.raw('read_at is null') });
  if (row?.wasUnread) await tx('notifications').where({ id }).update({ read_at: tx.fn.now() });
  return row?.wasUnread;
}

/** Returns the users with unread notifications about this comment or its replies. */
export const unreadRecipients = (tx: Tx, commentId: string): Promise<string[]> =>
  tx('notifications')
    .where((about) => about.where({ comment_id: commentId }).orWhere({ thread_id: commentId }))
    .whereNull('read_at')
    .distinct()
    .pluck('user_id');

/** Returns how many were unread. */
export function readAll(tx: Tx, userId: string): Promise<number> {
  return tx('notifications').where({ user_id: userId }).whereNull('read_at').update({ read_at: tx.fn.now() });
}

/** A user with what matters for email. */
export interface RecipientRow {
  id: string;
  name: string;
  email: string;
  emailVerifiedAt: Date | null;
  deactivatedAt: Date | null;
  emailFrequency: EmailFrequency;
  timeZone: string | null;
}

const readerColumns = {
  id: 'id',
  name: 'name',
  email: 'email',
  emailVerifiedAt: 'email_verified_at',
  deactivatedAt: 'deactivated_at',
  emailFrequency: 'email_frequency',
  timeZone: 'time_zone',
} satisfies Record<keyof RecipientRow, string>;

export const reader = (db: Db, id: string): Promise<RecipientRow | undefined> =>
  db('users').where({ id }).first(readerColumns);

const LOCK = statement<RecipientRow>(
  'notifications_lock_recipients',
  `select ${selection(readerColumns)} from users where id = any(:ids::uuid[]) and id <> :unclaimed
   order by id for key share`,
);

/** Locks the users, in key order, so that their settings cannot change before they are notified. */
export const lockRecipients = async (tx: Tx, ids: string[]): Promise<RecipientRow[]> =>
  ids.length === 0 ? [] : LOCK(tx, { ids, unclaimed: UNCLAIMED_OWNER.id });

/** Returns the users who have verified one of these addresses (in lower case). */
export const recipientsByEmail = (db: Db, emails: string[]): Promise<RecipientRow[]> =>
  db('users').whereIn('email', emails).whereNotNull('email_verified_at').select(readerColumns);

export async function setFrequency(tx: Tx, userId: string, frequency: EmailFrequency): Promise<void> {
  await tx('users').where({ id: userId }).update({ email_frequency: frequency });
}

export const removeBefore = (db: Db, before: Date): Promise<number> =>
  db('notifications').where('created_at', '<', before).delete();
