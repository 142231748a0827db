import { type AnalyticsEvent, CLIENT_EVENTS, type EventType } from '@stagelink/shared/contracts/analytics';
import {
  ANALYTICS_DATA_BYTES,
  ANALYTICS_EVENT_BYTES,
  ANALYTICS_EVENTS_KEPT,
  ANALYTICS_TEXT_MAX,
} from '@stagelink/shared/contracts/limits';
import { uuidv7 } from 'uuidv7';
import type { App } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import * as repo from './repo.ts';

const DAY_MS = 86_400_000;
/** More than a year, for comparisons with the previous one. */
const KEPT_DAYS = 400;

/** An action of the server itself. */
export interface ServerEvent {
  type: EventType;
  /** Null without an account. */
  userId: string | null;
  /** The object of the action: ids and keywords only. */
  data?: Record<string, string>;
  at?: Date;
}

/** Records what the server did, in the transaction of the change if given. */
export async function record(db: Db, ...events: ServerEvent[]): Promise<void> {
  const rows = events.map(({ type, userId, data = {}, at = new Date() }) => ({
    id: uuidv7(),
    eventType: type,
    eventData: data,
    userId,
    page: '',
    userAgent: '',
    referrer: '',
    occurredAt: at,
  }));
  await repo.insert(db, rows);
}

/** Records what the server did automatically: a start, a sweep, a reconciliation. */
export const recordSystemEvent = (db: Db, action: string): Promise<void> =>
  record(db, { type: 'system_event', userId: null, data: { action } });

/** The reporting client, as the server knows it. */
export interface Reporter {
  userId: string | null;
  address: string;
  userAgent: string;
}

const clipped = (text: string) => text.slice(0, ANALYTICS_TEXT_MAX);

function rowOf({ userId, userAgent }: Reporter, event: AnalyticsEvent, now: Date): repo.EventRow {
  const { page = '', referrer = '', userAgent: named = userAgent, timestamp, ...eventData } = event.eventData;
  if (Buffer.byteLength(JSON.stringify(event.eventData)) > ANALYTICS_DATA_BYTES) {
    throw new AppError('too_large', `The data of an event may have at most ${ANALYTICS_DATA_BYTES} bytes.`, {
      field: 'eventData',
    });
  }
  const reported = new Date(event.timestamp ?? timestamp ?? now);
  return {
    id: event.id ?? uuidv7(),
    eventType: event.eventType,
    eventData,
    userId,
    page: clipped(page),
    userAgent: clipped(named),
    referrer: clipped(referrer),
    // A client clock that runs ahead must not put an event into tomorrow's numbers.
    occurredAt: reported < now ? reported : now,
  };
}

const pointsOf = (row: repo.EventRow) =>
  Math.ceil(Buffer.byteLength(JSON.stringify(row)) / ANALYTICS_EVENT_BYTES);

/** Stores events reported by a page, within the limits per address and in total. Idempotent per event id. */
export async function track(
  { db, rateLimits }: Pick<App, 'db' | 'rateLimits'>,
  reporter: Reporter,
  events: AnalyticsEvent[],
  now = new Date(),
): Promise<void> {
  const rows = events.map((event) => rowOf(reporter, event, now));
  const points = rows.reduce((sum, row) => sum + pointsOf(row), 0);
  // The request itself counted as the first.
  if (points > 1)
    await rateLimits.consumeOpenCall('analytics', reporter.userId, reporter.address, points - 1);
  await rateLimits.consume('analyticsTotal', 'all', points);
  await repo.insert(db, rows);
}

/** Removes old events, and the oldest reported ones when there are too many. Returns how many. */
export async function prune(db: Db, now = new Date(), kept = ANALYTICS_EVENTS_KEPT): Promise<number> {
  const old = await repo.removeBefore(db, new Date(now.getTime() - KEPT_DAYS * DAY_MS));
  return old + (await repo.removeBeyond(db, CLIENT_EVENTS, kept));
}
