import { ANONYMOUS } from '../comments/repo.ts';
import type { Db, Tx } from '../../platform/db/db.ts';

export interface ReplyAddressRow {
  id: string;
  email: string;
  confirmedAt: Date | null;
}

const columns = { id: 'id', email: 'email', confirmedAt: 'confirmed_at' } satisfies Record<
  keyof ReplyAddressRow,
  string
>;

/** Returns the address left by one of these browsers on a snapshot. */
export const find = (db: Db, snapshotId: string, hashes: Buffer[]): Promise<ReplyAddressRow | undefined> =>
  db('reply_addresses')
    .where({ snapshot_id: snapshotId })
    .whereIn('anonymous_hash', hashes)
    .orderBy('created_at', 'desc')
    .first(columns);

export interface WriterRow {
  anonymousHash: Buffer;
  name: string;
}

/** Returns the name of these browsers' latest comment on a snapshot; undefined without one. */
export const writer = (db: Db, snapshotId: string, hashes: Buffer[]): Promise<WriterRow | undefined> =>
  db('comments')
    .where({ snapshot_id: snapshotId })
    .whereIn('anonymous_hash', hashes)
    .orderBy('created_at', 'desc')
    .first({ anonymousHash: 'anonymous_hash', name: 'author_name' });

interface NewAddress extends WriterRow {
  id: string;
  snapshotId: string;
  passwordRevision: number;
  email: string;
}

/** Stores one address per browser and snapshot. A different address needs a new confirmation. */
export async function upsert(tx: Tx, row: NewAddress): Promise<ReplyAddressRow> {
  const { rows } = await tx.raw<{ rows: [ReplyAddressRow] }>(
    `insert into reply_addresses as a (id, snapshot_id, anonymous_hash, email, name, password_revision)
     values (:id, :snapshotId, :anonymousHash, :email, :name, :passwordRevision)
     on conflict (snapshot_id, anonymous_hash) do update set
       email = excluded.email, name = excluded.name, password_revision = excluded.password_revision,
       confirmed_at = case when a.email = excluded.email then a.confirmed_at end
     returning id, email, confirmed_at as "confirmedAt"`,
    { ...row },
  );
  return rows[0];
}

export async function remove(db: Db, snapshotId: string, hashes: Buffer[]): Promise<void> {
  await db('reply_addresses').where({ snapshot_id: snapshotId }).whereIn('anonymous_hash', hashes).delete();
}

/** Returns the snapshot; undefined if the address was removed or replaced meanwhile. */
export async function confirm(tx: Tx, id: string, email: string): Promise<string | undefined> {
  const rows: { snapshot_id: string }[] = await tx('reply_addresses')
    .where({ id, email })
    .update({ confirmed_at: tx.raw('coalesce(confirmed_at, now())') })
    .returning('snapshot_id');
  return rows[0]?.snapshot_id;
}

interface OpenedSnapshot {
  snapshotId: string;
  passwordRevision: number;
}

/** Records that a visitor could open the snapshot, and their name. */
export async function noteVisitor(
  tx: Tx,
  { snapshotId, passwordRevision }: OpenedSnapshot,
  writer: WriterRow,
): Promise<void> {
  await tx('reply_addresses')
    .where({ snapshot_id: snapshotId, anonymous_hash: writer.anonymousHash })
    .update({
      password_revision: passwordRevision,
      ...(writer.name === ANONYMOUS ? {} : { name: writer.name }),
    });
}

/** Records that a reviewer could open the snapshot. */
export async function noteReviewers(tx: Tx, ids: string[], passwordRevision: number): Promise<void> {
  await tx('reviewers').whereIn('id', ids).update({ password_revision: passwordRevision });
}
