import { WEBHOOK_DELIVERIES_LISTED } from '@stagelink/shared/contracts/limits';
import type { WebhookDelivery } from '@stagelink/shared/contracts/webhooks';
import type { Db, Tx } from '../../platform/db/db.ts';

export interface DeliveryRow {
  id: string;
  webhookId: string;
  /** The same on every attempt. */
  eventId: string;
  type: string;
  /** JSON: an event, or for Slack a list of them. */
  events: string;
  isTest: boolean;
  status: WebhookDelivery['status'];
  attempts: number;
  nextAt: Date | null;
  /** When the last attempt began. */
  claimedAt: Date | null;
  /** Null: there was no answer. */
  answerStatus: number | null;
  tookMs: number | null;
  answer: string | null;
  createdAt: Date;
}

const columns = {
  id: 'id',
  webhookId: 'webhook_id',
  eventId: 'event_id',
  type: 'type',
  events: 'events',
  isTest: 'is_test',
  status: 'status',
  attempts: 'attempts',
  nextAt: 'next_at',
  claimedAt: 'claimed_at',
  answerStatus: 'answer_status',
  tookMs: 'took_ms',
  answer: 'answer',
  createdAt: 'created_at',
} satisfies Record<keyof DeliveryRow, string>;

const returned = Object.entries(columns).map(([field, column]) => `${column} as ${field}`);

export async function insert(
  tx: Tx,
  row: Pick<DeliveryRow, 'id' | 'webhookId' | 'eventId' | 'type' | 'events'> & {
    nextAt: Date;
    threadId?: string | undefined;
    isTest?: boolean;
  },
): Promise<void> {
  await tx('webhook_deliveries').insert({
    id: row.id,
    webhook_id: row.webhookId,
    event_id: row.eventId,
    type: row.type,
    events: row.events,
    thread_id: row.threadId ?? null,
    is_test: row.isTest ?? false,
    next_at: row.nextAt,
  });
}

/** Returns the deliveries of a webhook, newest first. */
export const ofWebhook = (db: Db, webhookId: string): Promise<DeliveryRow[]> =>
  db('webhook_deliveries')
    .where({ webhook_id: webhookId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(WEBHOOK_DELIVERIES_LISTED)
    .select(columns);

export const find = (db: Db, webhookId: string, id: string): Promise<DeliveryRow | undefined> =>
  db('webhook_deliveries').where({ id, webhook_id: webhookId }).first(columns);

/**
 * Notes that an attempt begins; undefined if it was made already. What is claimed gets no further events. An attempt
 * that was interrupted is claimed again.
 */
export async function claim(
  db: Db,
  id: string,
  attempts: number,
  now: Date,
): Promise<DeliveryRow | undefined> {
  const rows: DeliveryRow[] = await db('webhook_deliveries')
    .where({ id, attempts, status: 'pending' })
    .update({ claimed_at: now })
    .returning(returned);
  return rows[0];
}

/** How an attempt ended. */
export interface Attempted {
  status: DeliveryRow['status'];
  nextAt: Date | null;
  answerStatus: number | null;
  tookMs: number | null;
  answer: string;
}

/** Stores how an attempt ended. Returns false if another process has made it meanwhile. */
export async function record(
  tx: Tx,
  { id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>,
  { status, nextAt, answerStatus, tookMs, answer }: Attempted,
): Promise<boolean> {
  const changed = await tx('webhook_deliveries')
    .where({ id, attempts, status: 'pending' })
    .update({
      status,
      attempts: attempts + 1,
      next_at: nextAt,
      answer_status: answerStatus,
      took_ms: tookMs,
      answer,
    });
  return changed === 1;
}

/** Makes a delivery due now. */
export async function renew(tx: Tx, webhookId: string, id: string, now: Date): Promise<void> {
  await tx('webhook_deliveries')
    .where({ id, webhook_id: webhookId })
    .update({ status: 'pending', next_at: now });
}

/** The last message about a thread, with what decides whether it takes another event. */
export interface ThreadMessage {
  id: string;
  events: string;
  isOpen: boolean;
  nextAt: Date | null;
  claimedAt: Date | null;
}

/** Locks the last message about a thread against being sent meanwhile. */
export const lockLastOfThread = (
  tx: Tx,
  webhookId: string,
  threadId: string,
): Promise<ThreadMessage | undefined> =>
  tx('webhook_deliveries')
    .where({ webhook_id: webhookId, thread_id: threadId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .forUpdate()
    .first({
      id: 'id',
      events: 'events',
      isOpen: tx.raw(`status = 'pending' and claimed_at is null`),
      nextAt: 'next_at',
      claimedAt: 'claimed_at',
    });

export async function setEvents(tx: Tx, id: string, events: string): Promise<void> {
  await tx('webhook_deliveries').where({ id }).update({ events });
}

export const removeBefore = (db: Db, before: Date): Promise<number> =>
  db('webhook_deliveries').where('created_at', '<', before).delete();
