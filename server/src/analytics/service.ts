import { type AnalyticsEvent, CLIENT_EVENTS, type EventType } from '@stagelink/shared/contracts/analytics';
import {
  ANALYTICS_DATA_BYTES,
  ANALYTICS_EVENT_BYTES,
  ANALYTICS_EVENTS_KEPT,
  ANALYTICS_TEXT_MAX,
} from '@stagelink/shared/contracts/limits';
import { uuidv7 } from 'uuidv7';
import type { App } from '../app.ts';
import type { Db } from '../db/db.ts';
import { AppError } from '../http/errors.ts';
import * as repo from './repo.ts';

const DAY_MS = 86_400_000;
/** More than a year, so that one can be compared with the one before. */
const KEPT_DAYS = 400;

/** Something the server itself did. */
export interface ServerEvent {
  type: EventType;
  /** Null for somebody without an account. */
  userId: string | null;
  /** What it was done to: ids and single words. */
  data?: Record<string, string>;
  at?: Date;
}

/** Counts what the server did, with the change itself when it is given its transaction. */
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

/** Who reports, as far as the server itself can tell. */
export interface Reporter {
  userId: string | null;
  address: string;
  userAgent: string;
}

const clipped = (text: string) => text.slice(0, ANALYTICS_TEXT_MAX);

function rowOf({ userId, userAgent }: Reporter, event: AnalyticsEvent, now: Date): repo.EventRow {
  const { page = '', referrer = '', userAgent: named = userAgent, timestamp, ...eventData } = event.eventData;
  if (Buffer.byteLength(JSON.stringify(event.eventData)) > ANALYTICS_DATA_BYTES) {
    throw new AppError('too_large', `An event tells at most ${ANALYTICS_DATA_BYTES} bytes.`, {
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
    // A clock that is fast must not put an event into tomorrow's numbers.
    occurredAt: reported < now ? reported : now,
  };
}

const pointsOf = (row: repo.EventRow) =>
  Math.ceil(Buffer.byteLength(JSON.stringify(row)) / ANALYTICS_EVENT_BYTES);

/** Stores what a page reports, within what its address and all addresses together may. Reported twice, it counts once. */
export async function track(
  { db, rateLimits }: Pick<App, 'db' | 'rateLimits'>,
  reporter: Reporter,
  events: AnalyticsEvent[],
  now = new Date(),
): Promise<void> {
  const rows = events.map((event) => rowOf(reporter, event, now));
  const points = rows.reduce((sum, row) => sum + pointsOf(row), 0);
  await rateLimits.countOpenCall('analytics', reporter.userId, reporter.address, points);
  await rateLimits.count('analyticsTotal', 'all', points);
  await repo.insert(db, rows);
}

/** Removes what is too old, and the oldest of what pages reported when there is too much. Returns how many events. */
export async function forget(db: Db, now = new Date(), kept = ANALYTICS_EVENTS_KEPT): Promise<number> {
  const old = await repo.removeBefore(db, new Date(now.getTime() - KEPT_DAYS * DAY_MS));
  return old + (await repo.removeBeyond(db, CLIENT_EVENTS, kept));
}
