import type { ProjectColor } from '@stagelink/shared/contracts/project';
import type { Db, Tx } from '../../platform/db/db.ts';

export interface ProjectRow {
  id: string;
  name: string;
  color: ProjectColor;
  archivedAt: Date | null;
  createdAt: Date;
  snapshotCount: number;
}

/** Missing fields stay unchanged. */
export interface ProjectPatch {
  name?: string | undefined;
  color?: ProjectColor | undefined;
  isArchived?: boolean | undefined;
}

const columns = {
  id: 'p.id',
  name: 'p.name',
  color: 'p.color',
  archivedAt: 'p.archived_at',
  createdAt: 'p.created_at',
} satisfies Record<Exclude<keyof ProjectRow, 'snapshotCount'>, string>;

const projects = (db: Db) =>
  db('projects as p')
    .select(columns)
    .select({ snapshotCount: db.raw('(select count(*) from snapshots s where s.project_id = p.id)') });

const ownOne = (db: Db, ownerId: string, id: string) =>
  db('projects as p').where({ 'p.id': id, 'p.owner_id': ownerId });

/** Returns projects in the owner's own order. */
export const ofOwner = (db: Db, ownerId: string): Promise<ProjectRow[]> =>
  projects(db).where('p.owner_id', ownerId).orderBy(['p.position', 'p.created_at', 'p.id']);

export const find = (db: Db, id: string): Promise<ProjectRow | undefined> =>
  projects(db).where('p.id', id).first();

/** Counts the owner's snapshots without a project. */
export async function countWithout(db: Db, ownerId: string): Promise<number> {
  const row: { count: number } | undefined = await db('snapshots')
    .where({ owner_id: ownerId })
    .whereNull('project_id')
    .whereNotNull('version')
    .first({ count: db.raw('count(*)') });
  return row?.count ?? 0;
}

export async function countOf(db: Db, ownerId: string): Promise<number> {
  const row: { count: number } | undefined = await db('projects')
    .where({ owner_id: ownerId })
    .first({ count: db.raw('count(*)') });
  return row?.count ?? 0;
}

type ProjectLock = Pick<ProjectRow, 'archivedAt'>;

/** Locks the project so it cannot be archived or deleted while a snapshot moves in. */
export const lockForShare = (tx: Tx, ownerId: string, id: string): Promise<ProjectLock | undefined> =>
  ownOne(tx, ownerId, id).forShare().first({ archivedAt: columns.archivedAt });

/** Locks the project so that no snapshot can move in. */
export const lockForUpdate = (tx: Tx, ownerId: string, id: string): Promise<ProjectLock | undefined> =>
  ownOne(tx, ownerId, id).forUpdate().first({ archivedAt: columns.archivedAt });

/** Adds it at the end of the owner's order. */
export async function insert(
  tx: Tx,
  { id, ownerId, name, color }: Pick<ProjectRow, 'id' | 'name' | 'color'> & { ownerId: string },
): Promise<void> {
  const last = tx('projects').where({ owner_id: ownerId }).select(tx.raw('coalesce(max(position) + 1, 0)'));
  await tx('projects').insert({ id, owner_id: ownerId, name, color, position: last });
}

export async function update(tx: Tx, id: string, { name, color, isArchived }: ProjectPatch): Promise<void> {
  const changed = {
    name,
    color,
    archived_at: isArchived === undefined ? undefined : isArchived ? tx.fn.now() : null,
  };
  const fields = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
  if (Object.keys(fields).length > 0) await tx('projects').where({ id }).update(fields);
}

/** Returns false if a project is not this owner's. Unnamed ones follow in their current order. */
export async function putInOrder(tx: Tx, ownerId: string, ids: string[]): Promise<boolean> {
  const { rows } = await tx.raw<{ rows: { known: number }[] }>(
    `with wanted as (
       select p.id,
         row_number() over (order by array_position(:ids::uuid[], p.id) nulls last, p.position, p.created_at, p.id) as place,
         p.id = any(:ids::uuid[]) as is_named
       from projects p where p.owner_id = :ownerId
     ), moved as (
       update projects p set position = w.place from wanted w where p.id = w.id and p.position <> w.place
     )
     select count(*) filter (where is_named) as known from wanted`,
    { ids, ownerId },
  );
  return rows[0]?.known === ids.length;
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx('projects').where({ id }).delete();
}
