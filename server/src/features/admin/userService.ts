import type { createUser, listUsers } from '@stagelink/shared/contracts/admin';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { uuidv7 } from 'uuidv7';
import * as analytics from '../analytics/service.ts';
import { followDeactivation } from '../billing/follow.ts';
import { deleteAccount } from '../identity/accounts/deletion.ts';
import { lockForRemoval } from '../identity/accounts/lastSuperadmin.ts';
import * as accounts from '../identity/accounts/repo.ts';
import { createAccount } from '../identity/accounts/service.ts';
import { isUnclaimed } from '../identity/accounts/unclaimed.ts';
import { sendVerification } from '../identity/emailAddresses/service.ts';
import { hashPassword } from '../identity/passwords/hash.ts';
import { endAll as endSessions } from '../identity/sessions/service.ts';
import { disconnectAll } from '../identity/tokens/service.ts';
import * as snapshots from '../snapshots/repo.ts';
import type { App } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { userChannel } from '../../platform/live/events.ts';
import { broadcast, publishAll } from '../../platform/live/publish.ts';
import * as tickets from '../../platform/tickets.ts';
import { eventsForSuperadmins, logAction } from './audit.ts';
import { type ListPage, readCursor, splitPage, withTotal } from '../../platform/db/keyset.ts';
import * as repo from './userRepo.ts';

type Admin = Pick<Principal, 'userId' | 'name'>;

const DEACTIVATED = 'Your account has been deactivated. Contact the administrator of this server.';

export async function page(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  query: Parsed<typeof listUsers>,
): Promise<ListPage<repo.AdminUserRow>> {
  const name = `users ${query.sort} ${query.order}`;
  return splitPage(
    secrets,
    name,
    query.limit,
    await repo.page(db, query, readCursor(secrets, name, query.cursor)),
  );
}

export const list = (app: Pick<App, 'db' | 'secrets'>, query: Parsed<typeof listUsers>) =>
  withTotal(page(app, query), repo.count(app.db, query));

export async function load(db: Db, uid: string): Promise<repo.AdminUserRow> {
  const row = await repo.find(db, uid);
  if (!row) throw notFound('That user');
  return row;
}

/** Creates an account. Its address is confirmed like any other. */
export async function create(
  app: App,
  admin: Admin,
  { name, email, password, role }: Parsed<typeof createUser>,
): Promise<repo.AdminUserRow> {
  const passwordHash = await hashPassword(password);
  return app.db.transaction(async (tx) => {
    const user = await createAccount(tx, { id: uuidv7(), email, name, passwordHash, role });
    await sendVerification(app, tx, user);
    await analytics.record(tx, { type: 'user_registered', userId: user.id });
    await logAction(tx, admin, { action: 'user_created', target: { id: user.id, name: email } });
    await publishAll(tx, await eventsForSuperadmins(tx, { type: 'admin_user_created', userId: user.id }));
    return load(tx, user.id);
  });
}

/** Locks the account of another person. Throws if it does not exist or is the last superadmin. */
async function lockOther(tx: Tx, admin: Admin, uid: string): Promise<accounts.UserRow> {
  if (uid === admin.userId) {
    throw new AppError('conflict', 'This is your own account. Ask another superadmin to do this.');
  }
  const user = await lockForRemoval(tx, uid);
  if (!user || user.closedAt || isUnclaimed(uid)) throw notFound('That user');
  return user;
}

/** Makes every process read the snapshots anew and recheck their sockets. */
const announceAccess = (tx: Tx, snapshotIds: string[]): Promise<void> =>
  broadcast(tx, ...snapshotIds.map((snapshotId) => ({ type: 'access_changed' as const, snapshotId })));

/** Ends sessions, sockets and links. Access tokens stay, but do not work until the account is activated. */
async function endAccess(tx: Tx, uid: string): Promise<void> {
  await publishAll(tx, [
    { channel: userChannel(uid), event: { type: 'account_deactivated', message: DEACTIVATED } },
    ...(await eventsForSuperadmins(tx, { type: 'admin_user_deactivated', userId: uid })),
  ]);
  await endSessions(tx, uid, null);
  await disconnectAll(tx, uid);
  await tickets.deleteForUser(tx, uid);
}

interface Changed {
  row: repo.AdminUserRow;
  snapshotIds: string[];
}

async function changeUser(app: App, change: (tx: Tx) => Promise<void>, uid: string) {
  const { row, snapshotIds } = await app.db.transaction(async (tx): Promise<Changed> => {
    await change(tx);
    const ids = await snapshots.idsOf(tx, uid);
    await announceAccess(tx, ids);
    return { row: await load(tx, uid), snapshotIds: ids };
  });
  for (const id of snapshotIds) app.contentCache.invalidate(id);
  return row;
}

export const deactivate = (app: App, admin: Admin, uid: string): Promise<repo.AdminUserRow> =>
  changeUser(
    app,
    async (tx) => {
      const user = await lockOther(tx, admin, uid);
      if (user.deactivatedAt) return;
      await accounts.deactivate(tx, uid);
      await logAction(tx, admin, { action: 'user_deactivated', target: { id: uid, name: user.email } });
      await endAccess(tx, uid);
      await followDeactivation(app, tx, uid);
    },
    uid,
  );

export const activate = (app: App, admin: Admin, uid: string): Promise<repo.AdminUserRow> =>
  changeUser(
    app,
    async (tx) => {
      const user = await accounts.lockForUpdate(tx, uid);
      if (!user || user.closedAt) throw notFound('That user');
      if (!user.deactivatedAt) return;
      await accounts.activate(tx, uid);
      await logAction(tx, admin, { action: 'user_activated', target: { id: uid, name: user.email } });
      await publishAll(tx, await eventsForSuperadmins(tx, { type: 'admin_user_activated', userId: uid }));
      await followDeactivation(app, tx, uid);
    },
    uid,
  );

export async function remove(app: App, admin: Admin, uid: string): Promise<void> {
  await deleteAccount(app, uid, async (tx) => {
    const user = await lockOther(tx, admin, uid);
    await logAction(tx, admin, { action: 'user_deleted', target: { id: uid, name: user.email } });
    await publishAll(tx, await eventsForSuperadmins(tx, { type: 'admin_user_deleted', userId: uid }));
  });
}
