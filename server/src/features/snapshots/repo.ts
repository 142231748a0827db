import type { AgentFeedback, CommentPolicy } from '@stagelink/shared/contracts/snapshots';
import type { Db, Tx } from '../../platform/db/db.ts';
import { readByKey, statementByKeys } from '../../platform/db/joinedReads.ts';
import { selection } from '../../platform/db/statement.ts';

export interface SnapshotRow {
  id: string;
  ownerId: string;
  ownerName: string;
  ownerDeactivated: boolean;
  projectId: string | null;
  label: string;
  name: string;
  description: string;
  clientName: string;
  milestone: string;
  versionLabel: string;
  tags: string[];
  passwordSealed: Buffer | null;
  passwordRevision: number;
  /** Made for a new account to try things on; counts against no limit. */
  isSample: boolean;
  /** The published version; null until the first is finalized. */
  version: number | null;
  /** The highest version number so far. */
  lastVersion: number;
  /** How many of the newest versions are kept; null keeps all. */
  keepVersions: number | null;
  totalBytes: number | null;
  fileCount: number | null;
  /** SHA-256 of the published version's picture. */
  picture: Buffer | null;
  /** Host of the page that the published version was captured from, and when; null for other versions. */
  capturedFrom: string | null;
  stagedAt: Date | null;
  viewCount: number;
  uniqueViewers: number;
  commentCount: number;
  commentPolicy: CommentPolicy;
  /** Which new threads agents receive without the owner sending them. */
  agentFeedback: AgentFeedback;
  createdAt: Date;
  updatedAt: Date;
  lastModifiedAt: Date;
  expiresAt: Date;
  /** Whether there is a review of it, also an old one. */
  hasReviews: boolean;
}

/** A published snapshot. */
export type LiveSnapshotRow = SnapshotRow & { version: number; totalBytes: number; fileCount: number };

export const isLive = (row: SnapshotRow | undefined): row is LiveSnapshotRow => row?.version != null;

/** Missing fields stay unchanged. */
export type SnapshotPatch = {
  [
    Field in
      | 'name'
      | 'description'
      | 'clientName'
      | 'milestone'
      | 'versionLabel'
      | 'tags'
      | 'projectId'
      | 'passwordSealed'
      | 'version'
      | 'lastVersion'
      | 'keepVersions'
      | 'expiresAt'
      | 'commentPolicy'
      | 'agentFeedback'
      | 'isSample'
  ]?: SnapshotRow[Field] | undefined;
};

const columns = {
  id: 's.id',
  ownerId: 's.owner_id',
  ownerName: 'u.name',
  projectId: 's.project_id',
  label: 's.label',
  name: 's.name',
  description: 's.description',
  clientName: 's.client_name',
  milestone: 's.milestone',
  versionLabel: 's.version_label',
  tags: 's.tags',
  passwordSealed: 's.password_sealed',
  passwordRevision: 's.password_revision',
  isSample: 's.is_sample',
  version: 's.version',
  lastVersion: 's.last_version',
  keepVersions: 's.keep_versions',
  totalBytes: 'v.total_bytes',
  fileCount: 'v.file_count',
  picture: 'v.picture_sha256',
  capturedFrom: `v.source ->> 'capturedFrom'`,
  stagedAt: 'v.created_at',
  viewCount: 's.view_count',
  uniqueViewers: 's.unique_viewers',
  commentCount: 's.comment_count',
  commentPolicy: 's.comment_policy',
  agentFeedback: 's.agent_feedback',
  createdAt: 's.created_at',
  updatedAt: 's.updated_at',
  lastModifiedAt: 's.last_modified_at',
  expiresAt: 's.expires_at',
} satisfies Record<Exclude<keyof SnapshotRow, 'ownerDeactivated' | 'hasReviews'>, string>;

/** Returns the columns but for these, as SQL. */
export const selected = (but: readonly (keyof SnapshotRow)[]): string =>
  selection(
    Object.fromEntries(
      Object.entries(columns).filter(([field]) => !(but as readonly string[]).includes(field)),
    ),
  );

/** Joined once: quoting each name anew costs a list as much as reading its rows. */
const COLUMNS = `${selected([])}, u.deactivated_at is not null as "ownerDeactivated",
  exists (select from reviews r where r.snapshot_id = s.id) as "hasReviews"`;

export const snapshots = (db: Db) =>
  db('snapshots as s')
    .join('users as u', 'u.id', 's.owner_id')
    .leftJoin('versions as v', (on) => on.on('v.snapshot_id', 's.id').andOn('v.number', 's.version'))
    .select(db.raw(COLUMNS));

const FIND = statementByKeys<SnapshotRow>(
  'snapshots_find',
  'text',
  (isAsked) => `select ${COLUMNS} from snapshots s join users u on u.id = s.owner_id
   left join versions v on v.snapshot_id = s.id and v.number = s.version where s.id ${isAsked}`,
);

export const findAll = (db: Db, ids: string[]): Promise<SnapshotRow[]> => FIND(db, ids);

/** Almost every request reads one. */
export const find = readByKey(async (db, ids) => {
  const rows = await findAll(db, ids);
  return new Map(rows.map((row) => [row.id, row]));
});

/** Locks the snapshot so that changes run one after another. */
export async function lockForNoKeyUpdate(tx: Tx, id: string): Promise<SnapshotRow | undefined> {
  const held: unknown = await tx('snapshots').where({ id }).forNoKeyUpdate().first('id');
  return held === undefined ? undefined : find(tx, id);
}

export async function insert(
  tx: Tx,
  row: Pick<SnapshotRow, 'id' | 'ownerId' | 'label' | 'name' | 'expiresAt' | 'isSample'>,
): Promise<void> {
  await tx('snapshots').insert({
    id: row.id,
    owner_id: row.ownerId,
    label: row.label,
    name: row.name,
    expires_at: row.expiresAt,
    is_sample: row.isSample,
  });
}

export async function update(tx: Tx, id: string, patch: SnapshotPatch): Promise<void> {
  const changed = {
    name: patch.name,
    description: patch.description,
    client_name: patch.clientName,
    milestone: patch.milestone,
    version_label: patch.versionLabel,
    tags: patch.tags,
    project_id: patch.projectId,
    password_sealed: patch.passwordSealed,
    // A new revision invalidates access gained with the old password.
    password_revision: patch.passwordSealed === undefined ? undefined : tx.raw('password_revision + 1'),
    version: patch.version,
    last_version: patch.lastVersion,
    keep_versions: patch.keepVersions,
    last_modified_at: patch.version === undefined ? undefined : tx.fn.now(),
    expires_at: patch.expiresAt,
    comment_policy: patch.commentPolicy,
    agent_feedback: patch.agentFeedback,
    is_sample: patch.isSample,
    updated_at: tx.fn.now(),
  };
  const fields = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
  await tx('snapshots').where({ id }).update(fields);
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx('snapshots').where({ id }).delete();
}

export async function removeAll(tx: Tx, ids: string[]): Promise<void> {
  await tx('snapshots').whereIn('id', ids).delete();
}

/** Adds days, up to `maxDays` from now. Never shortens. */
export const extend = (
  tx: Tx,
  ids: string[],
  days: number,
  maxDays: number,
): Promise<Pick<SnapshotRow, 'id' | 'expiresAt'>[]> =>
  tx('snapshots')
    .whereIn('id', ids)
    .update({
      expires_at: tx.raw(
        `greatest(expires_at, least(greatest(expires_at, now()) + make_interval(days => ?), now() + make_interval(days => ?)))`,
        [days, maxDays],
      ),
      updated_at: tx.fn.now(),
    })
    .returning(['id', 'expires_at as expiresAt']);

/** Counts the owner's snapshots that can be opened, without the sample. */
export async function countActive(tx: Tx, ownerId: string): Promise<number> {
  const row: { count: number } | undefined = await tx('snapshots')
    .where({ owner_id: ownerId, is_sample: false })
    .whereNotNull('version')
    .where('expires_at', '>', tx.fn.now())
    .first({ count: tx.raw('count(*)') });
  return row?.count ?? 0;
}

/** Locks the owner's row so that two actions cannot both use the last place within a limit. */
export async function lockOwnerForNoKeyUpdate(tx: Tx, ownerId: string): Promise<void> {
  await tx('users').where({ id: ownerId }).forNoKeyUpdate().first('id');
}

/** Every snapshot of this owner, including those without a version. */
export const idsOf = (db: Db, ownerId: string): Promise<string[]> =>
  db('snapshots').where({ owner_id: ownerId }).pluck('id');

export async function anySealedPassword(db: Db): Promise<Buffer | undefined> {
  const row: { sealed: Buffer } | undefined = await db('snapshots')
    .whereNotNull('password_sealed')
    .first({ sealed: 'password_sealed' });
  return row?.sealed;
}
