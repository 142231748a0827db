import { logAction } from '../admin/audit.ts';
import * as analytics from '../analytics/service.ts';
import type * as accounts from '../identity/accounts/repo.ts';
import { notify } from '../notifications/service.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { SubscriptionFacts } from './policy.ts';
import * as repo from './repo.ts';

/** Notes the end as a renewal that fails would, once per subscription. */
async function noteEnd(
  app: App,
  tx: Tx,
  user: accounts.UserRow,
  { subscriptionId, actorId, actor, reason }: repo.TrialEndRequest,
): Promise<void> {
  await repo.endTrial(tx, subscriptionId, false);
  if (await repo.claimEffect(tx, user.id, `trial_ended:${subscriptionId}`))
    await analytics.record(tx, { type: 'trial_ended', userId: user.id, data: { converted: 'false' } });
  await logAction(
    tx,
    { userId: actorId, name: actor },
    { action: 'trial_ended', target: { id: user.id, name: user.email }, reason },
  );
  await notify(app, tx, {
    userId: user.id,
    type: 'other',
    title: 'Free trial ended',
    message: `The administrator of this server ended your free trial. Nothing was charged. Reason: ${reason}`,
    actionUrl: '/settings',
    snapshotId: null,
  });
}

/** Completes the request of a superadmin once the trial is over. A trial that ended in another way is not theirs. */
export async function completeTrialEnd(
  app: App,
  tx: Tx,
  user: accounts.UserRow,
  request: repo.TrialEndRequest,
  facts: SubscriptionFacts | null,
): Promise<void> {
  // A refused trial is not among the facts.
  const isRefused = facts?.id !== request.subscriptionId;
  if (!isRefused && facts.status === 'trialing') return;
  await repo.removeTrialEndRequest(tx, user.id);
  if (isRefused) await noteEnd(app, tx, user, request);
}
