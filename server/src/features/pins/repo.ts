import type { PinState } from '@stagelink/shared/domain/pins';
import type { Db, Tx } from '../../platform/db/db.ts';

export type PinStatus = PinState;

/** Result of a pin on one version. */
export interface Finding {
  commentId: string;
  status: PinStatus;
  confidence: number;
}

/** A thread whose pin is verified: open and approved. */
const OPEN_PIN = `c.parent_id is null and c.locator is not null and c.resolved_at is null and not c.is_pending`;

const qualityOf = (status: string) =>
  `array_position(array['lost', 'removed', 'doubtful', 'found'], ${status})`;

/**
 * Keeps the best result for each open pin of this snapshot and returns what changed: a slowly loading page may report
 * worse results first. An owner's result replaces a visitor's, never the reverse. Ignores other ids.
 */
export async function insertPinResults(
  tx: Tx,
  snapshotId: string,
  version: number,
  findings: Finding[],
  isOwner: boolean,
): Promise<PinStatus[]> {
  const { rows } = await tx.raw<{ rows: { status: PinStatus }[] }>(
    `with pin as (
       select c.id from comments c
       where c.snapshot_id = :snapshotId and c.id = any(:ids::uuid[]) and ${OPEN_PIN}
       order by c.id for key share of c
     )
     insert into pin_findings (comment_id, version, status, confidence, is_owners)
     select distinct on (pin.id) pin.id, :version, found.status, found.confidence, :isOwner::boolean
     from pin join unnest(:ids::uuid[], :statuses::text[], :confidences::float[]) found (id, status, confidence)
       on found.id = pin.id
     order by pin.id, ${qualityOf('found.status')} desc
     on conflict (comment_id, version) do update
       set status = excluded.status, confidence = excluded.confidence, is_owners = excluded.is_owners
       where (excluded.is_owners and not pin_findings.is_owners)
         or (excluded.is_owners = pin_findings.is_owners
           and ${qualityOf('excluded.status')} > ${qualityOf('pin_findings.status')})
     returning status`,
    {
      snapshotId,
      isOwner,
      version,
      ids: findings.map(({ commentId }) => commentId),
      statuses: findings.map(({ status }) => status),
      confidences: findings.map(({ confidence }) => confidence),
    },
  );
  return rows.map(({ status }) => status);
}

/** Deletes a pin's results on every version: it was attached to another element. */
export async function deletePinResults(tx: Tx, commentId: string): Promise<void> {
  await tx('pin_findings').where({ comment_id: commentId }).delete();
}

export interface Count {
  version: number;
  status: PinStatus;
  count: number;
}

/** Counts the results of a snapshot's open pins by version. */
export async function countsOf(db: Db, snapshotId: string): Promise<Count[]> {
  const { rows } = await db.raw<{ rows: Count[] }>(
    `select f.version, f.status, count(*) from pin_findings f join comments c on c.id = f.comment_id
     where c.snapshot_id = ? and ${OPEN_PIN} group by f.version, f.status`,
    [snapshotId],
  );
  return rows;
}

/** Returns every open pin with the owner's result on a version. */
export async function findingsOn(db: Db, snapshotId: string, version: number): Promise<Finding[]> {
  const { rows } = await db.raw<{ rows: Finding[] }>(
    `select c.id as "commentId", coalesce(f.status, 'elsewhere') as status, coalesce(f.confidence, 0) as confidence
     from comments c left join pin_findings f on f.comment_id = c.id and f.version = :version and f.is_owners
     where c.snapshot_id = :snapshotId and ${OPEN_PIN} order by c.created_at, c.id`,
    { snapshotId, version },
  );
  return rows;
}

export async function countOpen(db: Db, snapshotId: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `select count(*) from comments c where c.snapshot_id = ? and ${OPEN_PIN}`,
    [snapshotId],
  );
  return rows[0]?.count ?? 0;
}

/** Returns false if the owner was notified before. */
export async function claimPinNotice(tx: Tx, snapshotId: string, version: number): Promise<boolean> {
  const claimed = await tx('versions')
    .where({ snapshot_id: snapshotId, number: version })
    .whereNull('pins_notified_at')
    .update({ pins_notified_at: tx.fn.now() });
  return claimed === 1;
}
