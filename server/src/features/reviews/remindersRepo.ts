import { REVIEW_REMINDER_HOURS } from '@stagelink/shared/contracts/limits';
import type { Db, Tx } from '../../platform/db/db.ts';

/** A due reminder. */
export interface DueRow {
  email: string;
  reviewerName: string;
  snapshotId: string;
  passwordRevision: number;
  snapshotName: string;
  ownerName: string;
  ownerEmail: string;
  deadline: Date;
  notes: string;
  picture: Buffer | null;
}

/**
 * The reviewer `w` is due for a reminder at `:now`. Not due: a reviewer invited after the reminder time, who has just
 * read the deadline, or one whose link shows nothing.
 */
const IS_DUE = `
  w.status in ('pending', 'reviewing') and w.removed_at is null and w.reminded_at is null
  and r.deadline > :now and r.deadline <= :now::timestamptz + make_interval(hours => ${REVIEW_REMINDER_HOURS})
  and r.requested_at <= r.deadline - make_interval(hours => ${REVIEW_REMINDER_HOURS})
  and s.version is not null and s.expires_at > :now and u.deactivated_at is null`;

const TABLES = `reviews r join snapshots s on s.id = r.snapshot_id join users u on u.id = s.owner_id`;

/** Returns the ids of reviewers due for a reminder, the nearest deadline first. */
export async function due(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select w.id from ${TABLES} join reviewers w on w.review_id = r.id where ${IS_DUE} order by r.deadline, w.id`,
    { now },
  );
  return rows.map(({ id }) => id);
}

/** Marks a reviewer as reminded; undefined if no longer due, for example because another process was faster. */
export async function claimDue(tx: Tx, id: string, now: Date): Promise<DueRow | undefined> {
  const { rows } = await tx.raw<{ rows: DueRow[] }>(
    `update reviewers w set reminded_at = :now from ${TABLES}
     where r.id = w.review_id and w.id = :id and ${IS_DUE}
     returning w.email, w.name as "reviewerName", s.id as "snapshotId", s.name as "snapshotName",
       s.password_revision as "passwordRevision",
       u.name as "ownerName", u.email as "ownerEmail", r.deadline, r.notes,
       (select v.picture_sha256 from versions v where v.snapshot_id = s.id and v.number = s.version) as picture`,
    { id, now },
  );
  return rows[0];
}
