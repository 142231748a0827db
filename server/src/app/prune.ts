import { WEBHOOK_DELIVERY_DAYS } from '@stagelink/shared/contracts/limits';
import * as analytics from '../features/analytics/service.ts';
import * as watches from '../features/agentWork/watchRepo.ts';
import * as assistant from '../features/assistant/service.ts';
import * as billing from '../features/billing/repo.ts';
import type { App } from '../platform/context.ts';
import { removeOrphanChannels } from '../platform/live/publish.ts';
import * as notifications from '../features/notifications/repo.ts';
import { removeStale } from '../features/presence/repo.ts';
import * as replyMails from '../features/replyEmails/queueRepo.ts';
import * as agentClients from '../features/identity/agentClients/repo.ts';
import * as sessions from '../features/identity/sessions/repo.ts';
import * as bulkChanges from '../features/snapshots/bulkChanges.ts';
import * as idempotency from '../features/staging/idempotency.ts';
import * as tickets from '../platform/tickets.ts';
import * as webhookDeliveries from '../features/webhooks/deliveryRepo.ts';
import * as webhooks from '../features/webhooks/repo.ts';
import * as tokens from '../features/identity/tokens/repo.ts';
import { pruneViews } from '../features/pageViews/views.ts';
import { removeExpired as removeExpiredCounts } from '../platform/http/countRepo.ts';
import { runEach } from '../platform/jobs/each.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
/** Expired access tokens stay listed for a while, so that their owner sees why a program is signed out. */
const EXPIRED_TOKEN_DAYS = 30;
/** Stripe resends for three days and lists for thirty. */
const STRIPE_EVENT_DAYS = 90;
const NOTIFICATION_DAYS = 365;
/** Older unsent reply emails are dropped. */
const REPLY_MAIL_DAYS = 3;

/** Removes rows that are no longer needed. Returns the counts per kind. A failing step does not stop the others. */
export async function prune(
  app: Pick<App, 'db' | 'log'>,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  const { db } = app;
  const steps: Record<string, () => Promise<unknown>> = {
    views: () => pruneViews(db),
    events: () => analytics.prune(db),
    tickets: () => tickets.removeExpired(db),
    sessions: () => sessions.removeExpired(db),
    agentClients: () => agentClients.removeUnusedClients(db),
    tokens: () => tokens.removeExpired(db, daysAgo(EXPIRED_TOKEN_DAYS)),
    notifications: () => notifications.removeBefore(db, daysAgo(NOTIFICATION_DAYS)),
    replyMails: () => replyMails.removeBefore(db, daysAgo(REPLY_MAIL_DAYS)),
    channels: () => removeOrphanChannels(db),
    windows: () => removeStale(db),
    watches: () => watches.removeStale(db),
    stripeEvents: () => billing.removeEventsBefore(db, daysAgo(STRIPE_EVENT_DAYS)),
    conversations: () => assistant.prune(db),
    webhookDeliveries: () => webhookDeliveries.removeBefore(db, daysAgo(WEBHOOK_DELIVERY_DAYS)),
    webhooks: () => webhooks.removeOrphans(db),
    bulkChanges: () => bulkChanges.prune(db),
    rateLimits: () => removeExpiredCounts(db),
    idempotencyKeys: () => idempotency.prune(db),
  };
  const forgotten: Record<string, unknown> = {};
  const run = async (name: string) => {
    forgotten[name] = await steps[name]?.();
    return true;
  };
  await runEach(app, Object.keys(steps), run, signal);
  return forgotten;
}
