import type { AnalyticsEvent, EventType } from '@stagelink/shared/contracts/analytics';
import { ANALYTICS_DATA_BYTES } from '@stagelink/shared/contracts/limits';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/db.ts';
import { AppError } from '../http/errors.ts';
import * as repo from './repo.ts';

const DAY_MS = 86_400_000;
/** More than a year, so that one can be compared with the one before. */
const KEPT_DAYS = 400;
const TEXT_MAX = 500;

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
  userAgent: string;
}

function rowOf({ userId, userAgent }: Reporter, event: AnalyticsEvent, now: Date): repo.EventRow {
  const { page = '', referrer = '', userAgent: told = userAgent, ...eventData } = event.eventData;
  if (Buffer.byteLength(JSON.stringify(event.eventData)) > ANALYTICS_DATA_BYTES) {
    throw new AppError('too_large', `An event tells at most ${ANALYTICS_DATA_BYTES} bytes.`, {
      field: 'eventData',
    });
  }
  const said = new Date(event.timestamp);
  return {
    id: event.id,
    eventType: event.eventType,
    eventData,
    userId,
    page,
    userAgent: told.slice(0, TEXT_MAX),
    referrer,
    // A clock that is fast must not put an event into tomorrow's numbers.
    occurredAt: said < now ? said : now,
  };
}

/** Counts what a page reports. Told twice, it counts once. */
export async function track(
  db: Db,
  reporter: Reporter,
  events: AnalyticsEvent[],
  now = new Date(),
): Promise<void> {
  await repo.insert(
    db,
    events.map((event) => rowOf(reporter, event, now)),
  );
}

/** How many events were too old to be kept. */
export function forget(db: Db, now = new Date()): Promise<number> {
  return repo.removeBefore(db, new Date(now.getTime() - KEPT_DAYS * DAY_MS));
}
