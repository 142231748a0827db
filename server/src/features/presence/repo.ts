import { PRESENCE_SECONDS } from '@stagelink/shared/contracts/limits';
import { type Db, ASYNC_COMMIT } from '../../platform/db/db.ts';

/** A window that has a snapshot open. */
export interface PresenceRow {
  snapshotId: string;
  windowId: string;
  /** Equal in all windows of one person. */
  person: string;
  /** Empty for a visitor without a name. */
  name: string;
  isOwner: boolean;
}

export interface PresentPersonRow {
  name: string;
  isOwner: boolean;
}

/** A window that missed two reports has gone. */
const IS_HERE = `seen_at > now() - make_interval(secs => ${2 * PRESENCE_SECONDS})`;
/** More names would not be read; the rest is a count. */
const NAMES_MAX = 50;

/** Windows of further snapshots see an agent with their next report. */
const OPEN_MAX = 100;

/** Returns the owner's snapshots that are open in a window now, the latest first. */
export async function openSnapshots(db: Db, ownerId: string): Promise<string[]> {
  return db('presence')
    .join('snapshots as s', 's.id', 'presence.snapshot_id')
    .where('s.owner_id', ownerId)
    .whereRaw(IS_HERE)
    .groupBy('s.id')
    .orderByRaw('max(seen_at) desc')
    .limit(OPEN_MAX)
    .pluck('s.id');
}

/** Records this window and returns who else has the snapshot open, each person once. */
export async function touch(
  db: Db,
  row: PresenceRow,
): Promise<{ people: PresentPersonRow[]; others: number }> {
  const { rows } = await db.raw<{ rows: (PresentPersonRow & { others: number })[] }>(
    `with touched as (
       insert into presence (snapshot_id, window_id, person, name, is_owner)
       select :snapshotId, :windowId, :person, :name, :isOwner from (select ${ASYNC_COMMIT}) lazily
       on conflict (snapshot_id, window_id) do update
       set person = excluded.person, name = excluded.name, is_owner = excluded.is_owner, seen_at = now()
     ), here as (
       select max(name) as name, bool_or(is_owner) as is_owner from presence
       where snapshot_id = :snapshotId and window_id <> :windowId and person <> :person and ${IS_HERE}
       group by person
     )
     select name, is_owner as "isOwner", count(*) over () as others from here
     order by name = '', is_owner desc, name limit ${NAMES_MAX}`,
    { ...row },
  );
  const people = rows.flatMap(({ name, isOwner }) => (name === '' ? [] : [{ name, isOwner }]));
  return { people, others: rows[0]?.others ?? 0 };
}

export const removeStale = (db: Db): Promise<number> => db('presence').whereRaw(`not (${IS_HERE})`).delete();
