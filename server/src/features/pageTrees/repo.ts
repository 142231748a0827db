import type { Db, Tx } from '../../platform/db/db.ts';

const bytesOf = (hash: string) => Buffer.from(hash, 'hex');

/** Returns a tree as deflated JSON. */
export async function find(db: Db, snapshotId: string, hash: string): Promise<Buffer | undefined> {
  const row: { tree: Buffer } | undefined = await db('page_trees')
    .where({ snapshot_id: snapshotId, hash: bytesOf(hash) })
    .first('tree');
  return row?.tree;
}

export async function isStored(tx: Tx, snapshotId: string, hash: string): Promise<boolean> {
  const row: unknown = await tx('page_trees')
    .where({ snapshot_id: snapshotId, hash: bytesOf(hash) })
    .first('hash');
  return row !== undefined;
}

export async function insert(tx: Tx, snapshotId: string, hash: string, tree: Buffer): Promise<void> {
  await tx('page_trees').insert({ snapshot_id: snapshotId, hash: bytesOf(hash), tree });
}

/** Indices of a pin's elements in a tree. */
interface TreePin {
  commentId: string;
  node: number;
  further?: (number | null)[] | undefined;
}

/** Attaches a tree to pins, whose trees of their first versions stay. Those in between are detached. */
export async function attach(
  tx: Tx,
  snapshotId: string,
  { version, hash, pins }: { version: number; hash: string; pins: readonly TreePin[] },
): Promise<void> {
  const page = { version, snapshot_id: snapshotId, hash: bytesOf(hash) };
  await tx('pin_trees').insert(
    pins.map(({ commentId, node, further = null }) => ({ comment_id: commentId, ...page, node, further })),
  );
  await tx.raw(
    `delete from pin_trees p where p.comment_id = any(:ids::uuid[]) and p.version < :version
       and p.version > (select min(first.version) from pin_trees first where first.comment_id = p.comment_id)`,
    { ids: pins.map(({ commentId }) => commentId), version },
  );
}

/** Detaches all trees of a pin: it was attached to another element. */
export async function detachAll(tx: Tx, commentId: string): Promise<void> {
  await tx('pin_trees').where({ comment_id: commentId }).delete();
}

const READERS_MAX = 20;

/** Returns ids of comments whose pins are kept with this tree, those that everyone may read first. */
export const pinsOf = (db: Db, snapshotId: string, hash: string): Promise<string[]> =>
  db('pin_trees as p')
    .join('comments as c', 'c.id', 'p.comment_id')
    .where({ 'p.snapshot_id': snapshotId, 'p.hash': bytesOf(hash) })
    .orderBy(['c.is_pending', 'c.created_at'])
    .limit(READERS_MAX)
    .pluck<string[]>('c.id');

/** Sums the sizes of a snapshot's trees; for visitors those that one of their pins is kept with. */
export async function bytesOn(tx: Tx, snapshotId: string): Promise<{ all: number; visitors: number }> {
  const { rows } = await tx.raw<{ rows: [{ all: number; visitors: number }] }>(
    `select coalesce(sum(octet_length(t.tree)), 0)::bigint as all,
            coalesce(sum(octet_length(t.tree)) filter (where exists (
              select from pin_trees p join comments c on c.id = p.comment_id
              where p.snapshot_id = t.snapshot_id and p.hash = t.hash
                and c.author_id is null and c.reviewer_id is null)), 0)::bigint as visitors
     from page_trees t where t.snapshot_id = ?`,
    [snapshotId],
  );
  return rows[0];
}
