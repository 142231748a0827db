import type { Plan, Role } from '@stagelink/shared/contracts/accounts';
import type {
  WebhookEventType,
  WebhookKind,
  WebhookOffReason,
  WebhookScope,
} from '@stagelink/shared/contracts/webhooks';
import type { Db, Tx } from '../../platform/db/db.ts';
import { statement } from '../../platform/db/statement.ts';

export interface WebhookRow {
  id: string;
  ownerId: string;
  kind: WebhookKind;
  scope: WebhookScope['kind'];
  projectId: string | null;
  snapshotId: string | null;
  urlSealed: Buffer;
  events: WebhookEventType[];
  hasExcerpt: boolean;
  /** Null for Slack. */
  secretSealed: Buffer | null;
  oldSecretSealed: Buffer | null;
  oldSecretUntil: Date | null;
  /** Null: it is on. */
  offReason: WebhookOffReason | null;
  /** Null: the last attempt succeeded. */
  failingSince: Date | null;
  createdAt: Date;
}

/** A webhook as its owner sees it. */
export type ListedWebhook = WebhookRow & { scopeName: string | null };

const columns = {
  id: 'w.id',
  ownerId: 'w.owner_id',
  kind: 'w.kind',
  scope: 'w.scope',
  projectId: 'w.project_id',
  snapshotId: 'w.snapshot_id',
  urlSealed: 'w.url_sealed',
  events: 'w.events',
  hasExcerpt: 'w.has_excerpt',
  secretSealed: 'w.secret_sealed',
  oldSecretSealed: 'w.old_secret_sealed',
  oldSecretUntil: 'w.old_secret_until',
  offReason: 'w.off_reason',
  failingSince: 'w.failing_since',
  createdAt: 'w.created_at',
} satisfies Record<keyof WebhookRow, string>;

/** Whether the project or snapshot that a webhook was for was deleted. */
const IS_ORPHAN = `((w.scope = 'project' and w.project_id is null) or (w.scope = 'snapshot' and w.snapshot_id is null))`;

const webhooks = (db: Db) =>
  db('webhooks as w')
    .leftJoin('projects as p', 'p.id', 'w.project_id')
    .leftJoin('snapshots as s', 's.id', 'w.snapshot_id')
    .whereRaw(`not ${IS_ORPHAN}`)
    .select({ ...columns, scopeName: db.raw('coalesce(p.name, s.name)') });

/** Returns the webhooks of an owner, newest first. */
export const ofOwner = (db: Db, ownerId: string): Promise<ListedWebhook[]> =>
  webhooks(db)
    .where('w.owner_id', ownerId)
    .orderBy([
      { column: 'w.created_at', order: 'desc' },
      { column: 'w.id', order: 'desc' },
    ]);

export const find = (db: Db, ownerId: string, id: string): Promise<ListedWebhook | undefined> =>
  webhooks(db).where({ 'w.owner_id': ownerId, 'w.id': id }).first();

export const findById = (db: Db, id: string): Promise<WebhookRow | undefined> =>
  db('webhooks as w').where({ 'w.id': id }).first(columns);

/** Locks a webhook so that it changes once at a time. */
export const lockForNoKeyUpdate = (tx: Tx, id: string): Promise<WebhookRow | undefined> =>
  tx('webhooks as w').where({ 'w.id': id }).forNoKeyUpdate().first(columns);

export async function countOf(db: Db, ownerId: string): Promise<number> {
  const row: { count: number } | undefined = await db('webhooks as w')
    .where({ owner_id: ownerId })
    .whereRaw(`not ${IS_ORPHAN}`)
    .first({ count: db.raw('count(*)') });
  return row?.count ?? 0;
}

/** Missing fields stay unchanged. */
export type WebhookPatch = Partial<Omit<WebhookRow, 'id' | 'ownerId' | 'kind' | 'createdAt'>>;

const toRow = (fields: WebhookPatch) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [columns[field as keyof WebhookRow].slice(2), value]),
  );

export async function insert(
  tx: Tx,
  { id, ownerId, kind, ...fields }: Pick<WebhookRow, 'id' | 'ownerId' | 'kind'> & WebhookPatch,
): Promise<void> {
  await tx('webhooks').insert({ id, owner_id: ownerId, kind, ...toRow(fields) });
}

export async function update(tx: Tx, id: string, patch: WebhookPatch): Promise<void> {
  if (Object.keys(patch).length > 0) await tx('webhooks').where({ id }).update(toRow(patch));
}

/** Returns false if the owner has no such webhook. */
export async function remove(tx: Tx, ownerId: string, id: string): Promise<boolean> {
  return (await tx('webhooks').where({ id, owner_id: ownerId }).delete()) === 1;
}

export type Receiver = Pick<
  WebhookRow,
  'id' | 'kind' | 'scope' | 'projectId' | 'snapshotId' | 'hasExcerpt'
> & {
  plan: Plan;
  role: Role;
};

const LOCK_RECEIVERS = statement<Receiver>(
  'webhooks_lock_receivers',
  `select w.id, w.kind, w.scope, w.project_id as "projectId", w.snapshot_id as "snapshotId",
     w.has_excerpt as "hasExcerpt", u.plan, u.role
   from webhooks w join users u on u.id = w.owner_id
   where w.owner_id = :ownerId and w.off_reason is null and u.deactivated_at is null and :type = any(w.events)
   order by w.id for key share of w`,
);

/** Returns what receives an event of this owner, kept from being deleted until the transaction ends. */
export const lockReceivers = (tx: Tx, ownerId: string, type: WebhookEventType): Promise<Receiver[]> =>
  LOCK_RECEIVERS(tx, { ownerId, type });

const LISTENED = statement<{ ownerId: string }>(
  'webhooks_owners',
  `select distinct owner_id as "ownerId" from webhooks where owner_id = any(:ownerIds::uuid[]) and off_reason is null`,
);

/** Returns those of these owners who have a webhook. */
export async function ownersWithWebhooks(tx: Tx, ownerIds: readonly string[]): Promise<Set<string>> {
  const rows = await LISTENED(tx, { ownerIds });
  return new Set(rows.map(({ ownerId }) => ownerId));
}

/** Whether an owner’s webhook that is older than a moment wants an event; for queries with the two in their rows. */
export const isAwaited = (type: WebhookEventType, owner: string, moment: string) => `exists (
  select from webhooks w where w.owner_id = ${owner} and w.off_reason is null
    and '${type}' = any(w.events) and w.created_at < ${moment})`;

/** Removes webhooks of deleted projects and snapshots, once nothing is left to deliver. Returns how many. */
export const removeOrphans = (db: Db): Promise<number> =>
  db('webhooks as w')
    .whereRaw(IS_ORPHAN)
    .whereNotExists(
      db('webhook_deliveries as d').whereRaw('d.webhook_id = w.id').where('d.status', 'pending'),
    )
    .delete();
