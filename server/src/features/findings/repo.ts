import type { Evidence, Finding, Unseen } from '@stagelink/shared/contracts/findings';
import type { Db, Tx } from '../../platform/db/db.ts';

export interface FindingRow extends Omit<Finding, 'at'> {
  at: Date;
  /** Order within its audit. */
  position: number;
}

export interface AuditRow {
  page: string;
  at: Date;
  widths: number[];
  unseen: Unseen;
  comparedWith: number | null;
}

const COLUMNS = {
  id: 'f.id',
  version: 'f.version',
  page: 'f.page',
  rule: 'f.rule',
  severity: 'f.severity',
  locator: 'f.locator',
  evidence: 'f.evidence',
  fingerprint: 'f.fingerprint',
  state: 'f.state',
  reason: 'f.reason',
  byName: 'f.by_name',
  at: 'f.at',
  since: 'f.since',
  commentId: 'f.comment_id',
  position: 'f.position',
};

const findings = (db: Db, snapshotId: string) =>
  db('findings as f').where('f.snapshot_id', snapshotId).select(COLUMNS);

/** Lists the findings of a version in the order of their pages and audits. */
export const ofVersion = (db: Db, snapshotId: string, version: number): Promise<FindingRow[]> =>
  findings(db, snapshotId).where('f.version', version).orderBy(['f.page', 'f.position']);

export const find = (db: Db, snapshotId: string, id: string): Promise<FindingRow | undefined> =>
  findings(db, snapshotId).where('f.id', id).first();

/** Returns the newest row of each finding of a page on versions before this one. */
export const before = (db: Db, snapshotId: string, version: number, page: string): Promise<FindingRow[]> =>
  findings(db, snapshotId)
    .distinctOn('f.fingerprint')
    .where('f.page', page)
    .where('f.version', '<', version)
    .orderBy([{ column: 'f.fingerprint' }, { column: 'f.version', order: 'desc' }]);

export async function auditsOf(db: Db, snapshotId: string, version: number): Promise<AuditRow[]> {
  const { rows } = await db.raw<{ rows: AuditRow[] }>(
    `select a.page, a.at, a.widths, a.unseen, (
       select max(e.version) from audits e
       where e.snapshot_id = a.snapshot_id and e.page = a.page and e.version < a.version) as "comparedWith"
     from audits a where a.snapshot_id = ? and a.version = ? order by a.page`,
    [snapshotId, version],
  );
  return rows;
}

/** Returns the newest earlier version on which a page was audited. */
export async function auditedBefore(
  db: Db,
  snapshotId: string,
  version: number,
  page: string,
): Promise<number | null> {
  const row: { version: number } | undefined = await db('audits')
    .where({ snapshot_id: snapshotId, page })
    .where('version', '<', version)
    .orderBy('version', 'desc')
    .first('version');
  return row?.version ?? null;
}

export interface AuditKey {
  snapshotId: string;
  version: number;
  page: string;
}

export async function putAudit(
  tx: Tx,
  { snapshotId, version, page }: AuditKey,
  { widths, unseen }: Pick<AuditRow, 'widths' | 'unseen'>,
): Promise<void> {
  await tx('audits')
    .insert({
      snapshot_id: snapshotId,
      version,
      page,
      widths,
      unseen: JSON.stringify(unseen),
      at: new Date(),
    })
    .onConflict(['snapshot_id', 'version', 'page'])
    .merge();
}

const jsonOf = (value: Evidence | Finding['locator']) => (value === null ? null : JSON.stringify(value));

/** Replaces all findings of a page of a version. */
export async function replace(
  tx: Tx,
  { snapshotId, version, page }: AuditKey,
  rows: FindingRow[],
): Promise<void> {
  await tx('findings').where({ snapshot_id: snapshotId, version, page }).delete();
  if (rows.length === 0) return;
  await tx('findings').insert(
    rows.map(({ byName, commentId, locator, evidence, ...row }) => ({
      ...row,
      snapshot_id: snapshotId,
      version,
      page,
      locator: jsonOf(locator),
      evidence: jsonOf(evidence),
      by_name: byName,
      comment_id: commentId,
    })),
  );
}

export async function setState(
  tx: Tx,
  id: string,
  { state, reason, byName }: Pick<FindingRow, 'state' | 'reason' | 'byName'>,
): Promise<void> {
  await tx('findings').where({ id }).update({ state, reason, by_name: byName, at: new Date() });
}

/** Returns false if the finding has a thread already. */
export async function setComment(tx: Tx, id: string, commentId: string): Promise<boolean> {
  const changed: number = await tx('findings')
    .where({ id })
    .whereNull('comment_id')
    .update({ comment_id: commentId });
  return changed > 0;
}
