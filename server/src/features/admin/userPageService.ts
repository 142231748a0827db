import type * as api from '@stagelink/shared/contracts/admin';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { apply } from '../billing/apply.ts';
import * as billing from '../billing/repo.ts';
import type { StripeApi } from '../billing/stripe/stripe.ts';
import { assertMailConfigured } from '../identity/accounts/emailGuards.ts';
import * as accounts from '../identity/accounts/repo.ts';
import { isUnclaimed } from '../identity/accounts/unclaimed.ts';
import { sendVerification } from '../identity/emailAddresses/service.ts';
import * as sessions from '../identity/sessions/repo.ts';
import { end as endSession } from '../identity/sessions/service.ts';
import type { App } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { logAction } from './audit.ts';

type Admin = Pick<Principal, 'userId' | 'name'>;

export interface UserFacts {
  account: accounts.UserRow;
  sessions: sessions.SessionRow[];
  billing: billing.BillingRow | undefined;
}

const conflict = (message: string) => new AppError('conflict', message);

function assertShown(user: accounts.UserRow | undefined): asserts user is accounts.UserRow {
  if (!user || user.closedAt || isUnclaimed(user.id)) throw notFound('That user');
}

export async function read(db: Db, uid: string): Promise<UserFacts> {
  const [account, valid, row] = await Promise.all([
    accounts.find(db, uid),
    sessions.ofUser(db, uid),
    billing.find(db, uid),
  ]);
  assertShown(account);
  return { account, sessions: valid, billing: row };
}

async function lockUser(tx: Tx, uid: string): Promise<accounts.UserRow> {
  const user = await accounts.lockForUpdate(tx, uid);
  assertShown(user);
  return user;
}

export async function revokeSession(
  app: App,
  admin: Admin,
  { uid, sessionId }: Parsed<typeof api.revokeUserSession>,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const user = await lockUser(tx, uid);
    await logAction(tx, admin, { action: 'session_revoked', target: { id: uid, name: user.email } });
    if (!(await endSession(tx, uid, sessionId))) throw notFound('That session');
  });
}

export async function resendVerification(app: App, admin: Admin, uid: string): Promise<void> {
  assertMailConfigured(app);
  await app.db.transaction(async (tx) => {
    const user = await lockUser(tx, uid);
    if (user.emailVerifiedAt) throw conflict('This address is already confirmed.');
    await sendVerification(app, tx, user);
    await logAction(tx, admin, { action: 'verification_resent', target: { id: uid, name: user.email } });
  });
}

interface PossibleBilling {
  app: App;
  stripe: StripeApi | null;
}

async function customerOf({ app, stripe }: PossibleBilling, uid: string) {
  assertShown(await accounts.find(app.db, uid));
  const row = await billing.find(app.db, uid);
  if (!stripe || !row) throw conflict('This user has no billing account.');
  return { stripe, row };
}

/** Reads the subscription again, for an account whose webhook never arrived. */
export async function syncBilling(possible: PossibleBilling, admin: Admin, uid: string): Promise<void> {
  const { app } = possible;
  const { stripe, row } = await customerOf(possible, uid);
  await apply({ app, stripe }, row.customerId);
  await app.db.transaction(async (tx) => {
    const user = await lockUser(tx, uid);
    await logAction(tx, admin, { action: 'billing_synced', target: { id: uid, name: user.email } });
  });
}

/**
 * Ends a trial at once; nothing is charged, and the trial counts as used. The request is stored first, so that the audit
 * log has it whichever process learns that the trial is over.
 */
export async function endTrial(
  possible: PossibleBilling,
  admin: Admin,
  { uid, reason }: Parsed<typeof api.endTrial>,
): Promise<void> {
  const { app } = possible;
  const { stripe, row } = await customerOf(possible, uid);
  // What the payment provider says now decides: the trial may just have been paid.
  await apply({ app, stripe }, row.customerId);
  const current = await billing.find(app.db, uid);
  const subscriptionId = current?.subscriptionId;
  if (!subscriptionId || current?.stripeStatus !== 'trialing')
    throw conflict('This user has no running trial.');
  const by = { actorId: admin.userId, actor: admin.name };
  await billing.requestTrialEnd(app.db, uid, { subscriptionId, ...by, reason });
  await stripe.refuse(subscriptionId);
  await apply({ app, stripe }, row.customerId);
}
