import { PRESENCE_SECONDS } from '@stagelink/shared/contracts/limits';
import { type Db, LAZILY } from '../db/db.ts';

/** Somebody's window on a snapshot. */
export interface PresenceRow {
  snapshotId: string;
  windowId: string;
  /** The same in each window of one person. */
  person: string;
  /** Empty for a visitor who has told none. */
  name: string;
  isOwner: boolean;
}

export interface LookingRow {
  name: string;
  isOwner: boolean;
}

/** Who has not said so for two times of asking has gone. */
const IS_HERE = `seen_at > now() - make_interval(secs => ${2 * PRESENCE_SECONDS})`;
/** Nobody reads more names than this; how many more there are, they are told. */
const NAMES_MAX = 50;

/** Notes that this window looks, and answers with who else does, each person once. */
export async function tell(db: Db, row: PresenceRow): Promise<{ people: LookingRow[]; others: number }> {
  const { rows } = await db.raw<{ rows: (LookingRow & { others: number })[] }>(
    `with told as (
       insert into presence (snapshot_id, window_id, person, name, is_owner)
       select :snapshotId, :windowId, :person, :name, :isOwner from (select ${LAZILY}) lazily
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
