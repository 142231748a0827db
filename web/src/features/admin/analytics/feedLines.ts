import type { ActivityEvent } from '@stagelink/shared/contracts/admin';
import { snapshotOf } from './describeEvent.ts';

/** Events after one another that are shown as one line. */
export interface FeedLine {
  /** The first of them. */
  event: ActivityEvent;
  count: number;
  /** They are the reader's own visits of pages. */
  isOwnVisits: boolean;
}

export interface FeedDay {
  /** Midnight of the day, in the local time zone. */
  date: Date;
  lines: FeedLine[];
}

const VISITS = new Set<ActivityEvent['eventType']>(['page_view', 'admin_page_visit', 'dashboard_visit']);

const isOwnVisit = ({ eventType, userId }: ActivityEvent, ownId: string) =>
  userId === ownId && VISITS.has(eventType);

const hasSameText = (one: ActivityEvent, other: ActivityEvent) =>
  one.userId === other.userId &&
  one.eventType === other.eventType &&
  one.page === other.page &&
  snapshotOf(one) === snapshotOf(other) &&
  JSON.stringify(one.eventData) === JSON.stringify(other.eventData);

/** Returns when the day of a moment began, in the local time zone. */
export function midnightOf(moment: Date): Date {
  const date = new Date(moment);
  date.setHours(0, 0, 0, 0);
  return date;
}

/** Groups events by day. What one person repeats is one line, and so are the reader's own visits of pages. */
export function feedDays(events: readonly ActivityEvent[], ownId: string): FeedDay[] {
  const days: FeedDay[] = [];
  for (const event of events) {
    const date = midnightOf(new Date(event.timestamp));
    const isOwnVisits = isOwnVisit(event, ownId);
    const today = days.at(-1)?.date.getTime() === date.getTime() ? days.at(-1) : undefined;
    const last = today?.lines.at(-1);
    if (last && (isOwnVisits ? last.isOwnVisits : hasSameText(last.event, event))) last.count += 1;
    else if (today) today.lines.push({ event, count: 1, isOwnVisits });
    else days.push({ date, lines: [{ event, count: 1, isOwnVisits }] });
  }
  return days;
}

/** Returns the first lines of these days. */
export function firstLines(days: readonly FeedDay[], most: number): FeedDay[] {
  let left = most;
  return days.flatMap((day) => {
    const lines = day.lines.slice(0, left);
    left -= lines.length;
    return lines.length > 0 ? [{ ...day, lines }] : [];
  });
}
