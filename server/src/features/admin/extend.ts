import { type EnforcedLimits } from '../identity/accounts/plan.ts';
import { isUnclaimed } from '../identity/accounts/unclaimed.ts';
import type { DashboardSnapshot } from '../snapshots/dashboardRepo.ts';
import * as repo from '../snapshots/repo.ts';
import { extend } from '../snapshots/service.ts';
import type { App } from '../../platform/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { eventsForSuperadmins, logAction } from './audit.ts';

/** Returns whether this is a superadmin, by session, and the snapshot of another account. Throws if the snapshot is unclaimed. */
export async function mayExtendOthers(
  { db }: Pick<App, 'db'>,
  { role, credential, userId }: Principal,
  id: string,
): Promise<boolean> {
  if (role !== 'superadmin' || credential.kind !== 'session') return false;
  const snapshot = await repo.find(db, id);
  if (!repo.isLive(snapshot) || snapshot.ownerId === userId) return false;
  if (isUnclaimed(snapshot.ownerId))
    throw new AppError('conflict', 'An unclaimed snapshot cannot be extended.');
  return true;
}

/** Extends any snapshot as Pro does: the owner's plan limits neither the days nor the number of snapshots. */
export function extendAsSuperadmin(app: App, admin: Principal, id: string): Promise<DashboardSnapshot> {
  const limits: EnforcedLimits = { ...app.config.planLimits.pro, upgradeUrl: null };
  return extend(app, id, {
    limits,
    alsoPublish: (tx) => eventsForSuperadmins(tx, { type: 'admin_snapshot_changed', snapshotId: id }),
    alsoDo: (tx, { name }) => logAction(tx, admin, { action: 'snapshot_extended', target: { id, name } }),
  });
}
