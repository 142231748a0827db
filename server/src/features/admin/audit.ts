import type { AdminActionType, listAuditLog } from '@stagelink/shared/contracts/admin';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { LiveMessage } from '@stagelink/shared/contracts/live';
import * as analytics from '../analytics/service.ts';
import * as accounts from '../identity/accounts/repo.ts';
import type { App } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { userChannel } from '../../platform/live/events.ts';
import type { ChannelEvent } from '../../platform/live/publish.ts';
import * as repo from './auditRepo.ts';
import { type ListPage, readCursor, splitPage, withTotal } from '../../platform/db/keyset.ts';

export interface AdminAction {
  action: AdminActionType;
  /** The account or snapshot, with a name to recognize it by. */
  target: { id: string; name: string };
  reason?: string;
}

/** Adds what a superadmin does to the audit log and the activity feed, in the transaction of the change. */
export async function logAction(
  tx: Tx,
  { userId, name }: Pick<Principal, 'userId' | 'name'>,
  { action, target, reason }: AdminAction,
): Promise<void> {
  await repo.insert(tx, {
    actorId: userId,
    actor: name,
    action,
    targetId: target.id,
    target: target.name,
    reason: reason ?? null,
  });
  await analytics.record(tx, { type: 'admin_action', userId, data: { action, targetId: target.id } });
}

type AdminEvent =
  | { type: Extract<LiveMessage, { userId: string }>['type']; userId: string }
  | { type: 'admin_snapshot_changed'; snapshotId: string };

/** Returns the events that show a change to every superadmin. */
export async function eventsForSuperadmins(db: Db, event: AdminEvent): Promise<ChannelEvent[]> {
  const superadmins = await accounts.superadmins(db);
  return superadmins.map(({ id }) => ({ channel: userChannel(id), event }));
}

const NAME = 'audit log';

export async function page(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  query: Parsed<typeof listAuditLog>,
): Promise<ListPage<repo.AuditRow>> {
  return splitPage(
    secrets,
    NAME,
    query.limit,
    await repo.page(db, query, readCursor(secrets, NAME, query.cursor)),
  );
}

export const list = (app: Pick<App, 'db' | 'secrets'>, query: Parsed<typeof listAuditLog>) =>
  withTotal(page(app, query), repo.count(app.db, query));
