import { PUSH_BROWSERS_MAX } from '@stagelink/shared/contracts/limits';
import { HIDDEN_TEXT } from '../comments/stripMarkdown.ts';
import type { Db, Tx } from '../../platform/db/db.ts';

/** The browser of a session, to which notifications are sent. */
export interface BrowserRow {
  sessionId: string;
  userId: string;
  addressHash: Buffer;
  addressSealed: Buffer;
}

export async function isOn(db: Db, sessionId: string): Promise<boolean> {
  const row: unknown = await db('push_browsers').where({ session_id: sessionId }).first('session_id');
  return row !== undefined;
}

/** Stores a browser in place of what its session, or an earlier session in it, had. */
export async function put(tx: Tx, row: BrowserRow): Promise<void> {
  await tx('push_browsers')
    .where({ session_id: row.sessionId })
    .orWhere({ address_hash: row.addressHash })
    .delete();
  await tx('push_browsers').insert({
    session_id: row.sessionId,
    user_id: row.userId,
    address_hash: row.addressHash,
    address_sealed: row.addressSealed,
  });
}

/** Removes the oldest browsers of a user that are too many. */
export async function removeOldest(tx: Tx, userId: string): Promise<void> {
  const kept = tx('push_browsers')
    .where({ user_id: userId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'session_id', order: 'desc' },
    ])
    .limit(PUSH_BROWSERS_MAX)
    .select('session_id');
  await tx('push_browsers').where({ user_id: userId }).whereNotIn('session_id', kept).delete();
}

export async function remove(db: Db, sessionId: string): Promise<void> {
  await db('push_browsers').where({ session_id: sessionId }).delete();
}

/** Returns the browsers of these users whose sessions are valid. */
export const browsersOf = (db: Db, userIds: string[]): Promise<Pick<BrowserRow, 'sessionId' | 'userId'>[]> =>
  db('push_browsers as b')
    .join('sessions as s', 's.id', 'b.session_id')
    .whereIn('b.user_id', userIds)
    .where('s.expires_at', '>', db.fn.now())
    .orderBy('b.session_id')
    .select({ sessionId: 'b.session_id', userId: 'b.user_id' });

export interface DueRow {
  addressSealed: Buffer;
  title: string;
  message: string;
  actionUrl: string | null;
  /** What a later notification about the same replaces. */
  tag: string;
}

/**
 * Returns what to send to a browser; undefined if it was read meanwhile, or the recipient may no longer see it. Text of
 * a protected snapshot stays on this server.
 */
export async function findDue(
  db: Db,
  { sessionId, notificationId }: { sessionId: string; notificationId: string },
): Promise<DueRow | undefined> {
  const { rows } = await db.raw<{ rows: DueRow[] }>(
    `select b.address_sealed as "addressSealed", n.title, n.action_url as "actionUrl",
            case when s.password_sealed is null then n.message else :hidden end as message,
            coalesce(n.thread_id, n.id)::text as tag
     from push_browsers b
       join sessions z on z.id = b.session_id and z.expires_at > now()
       join users u on u.id = b.user_id and u.deactivated_at is null
       join notifications n on n.user_id = b.user_id and n.id = :notificationId and n.read_at is null
       left join snapshots s on s.id = n.snapshot_id left join users o on o.id = s.owner_id
     where b.session_id = :sessionId
       and (n.thread_id is null or s.owner_id = b.user_id or s.expires_at > now() and o.deactivated_at is null)`,
    { sessionId, notificationId, hidden: HIDDEN_TEXT },
  );
  return rows[0];
}

export async function noteSuccess(db: Db, sessionId: string): Promise<void> {
  await db('push_browsers')
    .where({ session_id: sessionId })
    .where('failures', '>', 0)
    .update({ failures: 0 });
}

/** Counts a refusal, and removes a browser that was refused this often in a row. */
export async function noteRefusal(db: Db, sessionId: string, most: number): Promise<void> {
  await db('push_browsers').where({ session_id: sessionId }).increment('failures');
  await db('push_browsers').where({ session_id: sessionId }).where('failures', '>=', most).delete();
}
