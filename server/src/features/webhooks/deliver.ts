import type { WebhookOffReason } from '@stagelink/shared/contracts/webhooks';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { JobPayloads } from '../../platform/jobs/jobs.ts';
import * as notifications from '../notifications/repo.ts';
import * as deliveries from './deliveryRepo.ts';
import { announceOff } from './off.ts';
import { isSuccess, offReasonAfter } from './policy.ts';
import * as repo from './repo.ts';
import { nextAttempt } from './schedule.ts';
import { type Outcome, type Sender, sendOnce } from './send.ts';

type Parts = Pick<App, 'config' | 'db' | 'jobs' | 'log' | 'mail' | 'secrets'> & { sender: Sender };

/** What tests replace. */
export interface Chance {
  now: () => Date;
  random: () => number;
}
const REAL: Chance = { now: () => new Date(), random: Math.random };

/** What the failure of a test means. */
const ONLY_ONCE: Noted = { isOff: true, turnedOff: null };
const IS_OFF = { status: 'failed', nextAt: null, answerStatus: null, tookMs: null } as const;

interface Attempt {
  hook: repo.WebhookRow;
  delivery: deliveries.DeliveryRow;
  outcome: Outcome;
}

/** Stores a success. It also ends a time of failures. */
async function succeed(app: Parts, { hook, delivery, outcome }: Attempt): Promise<void> {
  const { status: answerStatus, tookMs, text: answer } = outcome;
  await app.db.transaction(async (tx) => {
    const current = await repo.lockForNoKeyUpdate(tx, hook.id);
    const ended = { status: 'delivered', nextAt: null, answerStatus, tookMs, answer } as const;
    await deliveries.record(tx, delivery, ended);
    if (current?.failingSince && !delivery.isTest) await repo.update(tx, hook.id, { failingSince: null });
  });
}

/** A failure as it was noted on the webhook. */
interface Noted {
  isOff: boolean;
  /** Why this attempt switched it off; null if it did not. */
  turnedOff: WebhookOffReason | null;
}

async function noteFailure(tx: Tx, { hook, outcome }: Attempt, now: Date): Promise<Noted> {
  const current = await repo.lockForNoKeyUpdate(tx, hook.id);
  if (!current || current.offReason !== null) return { isOff: true, turnedOff: null };
  const offReason = offReasonAfter(current, outcome, now);
  await repo.update(tx, hook.id, { offReason, failingSince: current.failingSince ?? now });
  return { isOff: offReason !== null, turnedOff: offReason };
}

/** Stores a failure, with the time of the next attempt if there is one. */
async function fail(app: Parts, attempt: Attempt, { now, random }: Chance): Promise<void> {
  const { hook, delivery, outcome } = attempt;
  const { status: answerStatus, tookMs, text: answer, retryAfter } = outcome;
  const at = now();
  await app.db.transaction(async (tx) => {
    // Switching off notifies the owner, who is locked first.
    await notifications.lockRecipients(tx, [hook.ownerId]);
    const { isOff, turnedOff } = delivery.isTest ? ONLY_ONCE : await noteFailure(tx, attempt, at);
    const attempts = delivery.attempts + 1;
    const nextAt = isOff ? null : nextAttempt({ attempts, now: at, retryAfter, random: random() });
    const status = nextAt === null ? 'failed' : 'pending';
    const isNew = await deliveries.record(tx, delivery, { status, nextAt, answerStatus, tookMs, answer });
    if (isNew && nextAt !== null) {
      const job = { deliveryId: delivery.id, attempt: attempts };
      await app.jobs.enqueue(tx, 'deliver_webhook', job, { startAfter: nextAt, group: hook.id });
    }
    if (turnedOff !== null) await announceOff(app, tx, hook, turnedOff);
  });
}

/**
 * Makes one attempt to deliver. If the process is killed before the outcome is stored, the job makes it again: a
 * receiver gets an event at least once, each time with the same `webhook-id`.
 */
export async function deliver(
  app: Parts,
  { deliveryId, attempt }: JobPayloads['deliver_webhook'],
  signal: AbortSignal,
  chance: Chance = REAL,
): Promise<void> {
  const delivery = await deliveries.claim(app.db, deliveryId, attempt, chance.now());
  if (!delivery) return;
  const hook = await repo.findById(app.db, delivery.webhookId);
  if (!hook) return;
  if (hook.offReason !== null && !delivery.isTest) {
    const answer = 'The webhook was switched off.';
    return app.db.transaction(
      async (tx) => void (await deliveries.record(tx, delivery, { ...IS_OFF, answer })),
    );
  }
  const outcome = await sendOnce(app, hook, delivery, { now: chance.now(), signal });
  const ended = { hook, delivery, outcome };
  await (isSuccess(outcome) ? succeed(app, ended) : fail(app, ended, chance));
}
