import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { WEBHOOK_OLD_SECRET_HOURS, WEBHOOKS_MAX } from '@stagelink/shared/contracts/limits';
import type { createWebhook, updateWebhook, WebhookScope } from '@stagelink/shared/contracts/webhooks';
import { sampleEvent } from '@stagelink/shared/domain/webhookSamples';
import { uuidv7 } from 'uuidv7';
import type { App } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import { assertPro } from '../identity/accounts/plan.ts';
import * as accounts from '../identity/accounts/repo.ts';
import * as projects from '../projects/repo.ts';
import * as snapshots from '../snapshots/repo.ts';
import { checkedUrl } from './address.ts';
import * as deliveries from './deliveryRepo.ts';
import * as repo from './repo.ts';
import { newSigningSecret } from './signature.ts';
import { joinSlackEvents } from './slackMessage.ts';

const HOUR_MS = 3_600_000;
const NEEDS_PRO = 'Webhooks are part of Pro.';

const noWebhook = () => notFound('That webhook');

async function find(db: Db, ownerId: string, id: string): Promise<repo.ListedWebhook> {
  const row = await repo.find(db, ownerId, id);
  if (!row) throw noWebhook();
  return row;
}

/** Locks the account, so that webhooks are counted and changed one after another. */
async function lockPro({ config }: App, tx: Tx, ownerId: string): Promise<void> {
  const user = await accounts.lockForUpdate(tx, ownerId);
  if (!user) throw new AppError('unauthenticated', 'Please log in first.');
  assertPro(config, user, NEEDS_PRO);
}

/** Returns the columns of a scope. Its object must be the owner’s. */
async function scopeColumns(
  tx: Tx,
  ownerId: string,
  scope: WebhookScope,
): Promise<Pick<repo.WebhookRow, 'scope' | 'projectId' | 'snapshotId'>> {
  if (scope.kind === 'all') return { scope: 'all', projectId: null, snapshotId: null };
  if (scope.kind === 'project') {
    if (!(await projects.lockForShare(tx, ownerId, scope.id))) throw notFound('That project');
    return { scope: 'project', projectId: scope.id, snapshotId: null };
  }
  const snapshot = await snapshots.find(tx, scope.id);
  if (!snapshots.isLive(snapshot) || snapshot.ownerId !== ownerId) throw notFound('The requested snapshot');
  return { scope: 'snapshot', projectId: null, snapshotId: scope.id };
}

/** Creates a webhook and returns its secret, which is sealed and not shown again; null for Slack. */
export function create(
  app: App,
  ownerId: string,
  { kind, url, scope, events, hasExcerpt }: Parsed<typeof createWebhook>,
): Promise<{ row: repo.ListedWebhook; secret: string | null }> {
  const urlSealed = app.secrets.seal(checkedUrl(app.config, kind, url));
  const secret = kind === 'standard' ? newSigningSecret() : null;
  const secretSealed = secret === null ? null : app.secrets.seal(secret);
  return app.db.transaction(async (tx) => {
    await lockPro(app, tx, ownerId);
    if ((await repo.countOf(tx, ownerId)) >= WEBHOOKS_MAX) {
      throw new AppError(
        'plan_limit',
        `You have ${WEBHOOKS_MAX} webhooks, which is the maximum. Delete one first.`,
      );
    }
    const about = await scopeColumns(tx, ownerId, scope);
    const id = uuidv7();
    await repo.insert(tx, { id, ownerId, kind, ...about, urlSealed, secretSealed, events, hasExcerpt });
    return { row: await find(tx, ownerId, id), secret };
  });
}

/** Changes a webhook. Switched on, it counts as never having failed. */
export function change(
  app: App,
  ownerId: string,
  { id, url, scope, isOn, ...about }: Parsed<typeof updateWebhook>,
): Promise<repo.ListedWebhook> {
  return app.db.transaction(async (tx) => {
    if (isOn !== false) await lockPro(app, tx, ownerId);
    const scoped = scope && (await scopeColumns(tx, ownerId, scope));
    const { kind, offReason } = await lockOwn(tx, ownerId, id);
    await repo.update(tx, id, {
      ...givenOf(about),
      ...scoped,
      ...(url !== undefined && { urlSealed: app.secrets.seal(checkedUrl(app.config, kind, url)) }),
      ...(isOn === true && offReason !== null && { offReason: null, failingSince: null }),
      ...(isOn === false && offReason === null && { offReason: 'owner' as const }),
    });
    return find(tx, ownerId, id);
  });
}

/** Returns the fields that were given. */
const givenOf = (fields: {
  events?: repo.WebhookRow['events'] | undefined;
  hasExcerpt?: boolean | undefined;
}) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

async function lockOwn(tx: Tx, ownerId: string, id: string): Promise<repo.WebhookRow> {
  const row = await repo.lockForNoKeyUpdate(tx, id);
  if (row?.ownerId !== ownerId) throw noWebhook();
  return row;
}

/** Replaces the secret. The old one goes on signing for a day, so that nothing is lost meanwhile. */
export function rotate(
  app: App,
  ownerId: string,
  id: string,
): Promise<{ row: repo.ListedWebhook; secret: string }> {
  const secret = newSigningSecret();
  return app.db.transaction(async (tx) => {
    await lockPro(app, tx, ownerId);
    const { secretSealed } = await lockOwn(tx, ownerId, id);
    if (secretSealed === null) throw new AppError('conflict', 'A webhook of Slack has no secret of its own.');
    await repo.update(tx, id, {
      secretSealed: app.secrets.seal(secret),
      oldSecretSealed: secretSealed,
      oldSecretUntil: new Date(Date.now() + WEBHOOK_OLD_SECRET_HOURS * HOUR_MS),
    });
    return { row: await find(tx, ownerId, id), secret };
  });
}

export async function remove({ db }: App, ownerId: string, id: string): Promise<void> {
  const existed = await db.transaction((tx) => repo.remove(tx, ownerId, id));
  if (!existed) throw noWebhook();
}

async function queued(app: App, tx: Tx, hookId: string, id: string): Promise<deliveries.DeliveryRow> {
  const row = await deliveries.find(tx, hookId, id);
  if (!row) throw notFound('That delivery');
  await app.jobs.enqueue(tx, 'deliver_webhook', { deliveryId: id, attempt: row.attempts }, { group: hookId });
  return row;
}

/** Queues a made-up event, which is tried once and says nothing about the webhook. */
export function test(app: App, ownerId: string, id: string): Promise<deliveries.DeliveryRow> {
  return app.db.transaction(async (tx) => {
    await lockPro(app, tx, ownerId);
    const { kind, events: wanted } = await lockOwn(tx, ownerId, id);
    const event = sampleEvent(wanted[0] ?? 'comment.created', app.config.appUrl, new Date());
    const events =
      kind === 'slack' ? joinSlackEvents(null, { event, isProtected: false }) : JSON.stringify(event);
    const deliveryId = uuidv7();
    await deliveries.insert(tx, {
      id: deliveryId,
      webhookId: id,
      eventId: `evt_${uuidv7()}`,
      type: event.type,
      events,
      isTest: true,
      nextAt: new Date(),
    });
    return queued(app, tx, id, deliveryId);
  });
}

export async function list({ db }: App, ownerId: string, id: string): Promise<deliveries.DeliveryRow[]> {
  await find(db, ownerId, id);
  return deliveries.ofWebhook(db, id);
}

/** Sends a delivery again, now, with the id it had. */
export function resend(
  app: App,
  ownerId: string,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<deliveries.DeliveryRow> {
  return app.db.transaction(async (tx) => {
    await lockPro(app, tx, ownerId);
    const { offReason } = await lockOwn(tx, ownerId, id);
    if (offReason !== null) throw new AppError('conflict', 'This webhook is off. Switch it on first.');
    await deliveries.renew(tx, id, deliveryId, new Date());
    return queued(app, tx, id, deliveryId);
  });
}
