import { AGENT_WAIT_SECONDS } from '@stagelink/shared/contracts/limits';
import type { Agent } from '@stagelink/shared/contracts/threadWork';
import type { Db, Tx } from '../../platform/db/db.ts';

/** An agent whose next request is this late has stopped watching. */
const IS_WATCHING = `seen_at > now() - make_interval(secs => ${2 * AGENT_WAIT_SECONDS})`;
const AGENTS_MAX = 10;

interface Watch {
  ownerId: string;
  /** Null: all of the owner's. */
  snapshotId: string | null;
  agent: Agent;
}

/** Notes that an agent waits. Returns whether it was not watching the same before. */
export async function note(tx: Tx, { ownerId, snapshotId, agent }: Watch): Promise<boolean> {
  const { rows } = await tx.raw<{ rows: [{ isKnown: boolean }] }>(
    `with known as (
       select 1 from agent_watches
       where owner_id = :ownerId and agent_id = :id and name = :name
         and snapshot_id is not distinct from :snapshotId and ${IS_WATCHING}
     ), noted as (
       insert into agent_watches (owner_id, agent_id, snapshot_id, name) values (:ownerId, :id, :snapshotId, :name)
       on conflict (owner_id, agent_id) do update
       set snapshot_id = excluded.snapshot_id, name = excluded.name, seen_at = now()
     )
     select exists (select from known) as "isKnown"`,
    { ownerId, snapshotId, ...agent },
  );
  return !rows[0].isKnown;
}

/** Returns the names of agents that watch a snapshot, each once. */
export async function watchersOf(db: Db, ownerId: string, snapshotId: string): Promise<{ name: string }[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select distinct name from agent_watches
     where owner_id = ? and (snapshot_id is null or snapshot_id = ?) and ${IS_WATCHING}
     order by name limit ${AGENTS_MAX}`,
    [ownerId, snapshotId],
  );
  return rows;
}

export const removeStale = (db: Db): Promise<number> =>
  db('agent_watches').whereRaw(`not (${IS_WATCHING})`).delete();
