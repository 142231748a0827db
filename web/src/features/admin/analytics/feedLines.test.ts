import type { ActivityEvent } from '@stagelink/shared/contracts/admin';
import { expect, test } from 'vitest';
import { feedDays, firstLines } from './feedLines.ts';

const OWN = 'own';
let minute = 0;
const event = (about: Partial<ActivityEvent>): ActivityEvent => ({
  id: `e${(minute += 1)}`,
  eventType: 'page_view',
  eventData: {},
  userId: OWN,
  userName: 'Root',
  page: '/admin/users',
  timestamp: new Date(2026, 10, 28, 12, 60 - minute).toISOString(),
  ...about,
});
const linesOf = (events: ActivityEvent[]) =>
  feedDays(events, OWN).flatMap(({ lines }) =>
    lines.map(({ event: { eventType }, count }) => [eventType, count]),
  );

test('own visits of pages are one line, whatever the pages, and others stay between them', () => {
  const visits = () => [
    event({ eventType: 'admin_page_visit' }),
    event({ page: '/settings' }),
    event({ eventType: 'dashboard_visit', page: '/dashboard' }),
  ];
  const joined = event({ eventType: 'user_registered', userId: 'ada', page: '' });
  expect(linesOf([...visits(), joined, ...visits()])).toEqual([
    ['admin_page_visit', 3],
    ['user_registered', 1],
    ['admin_page_visit', 3],
  ]);
});

test('what another person repeats is one line, another page or snapshot a new one', () => {
  const ada = { userId: 'ada', page: '/pricing' };
  expect(linesOf([event(ada), event(ada), event({ ...ada, page: '/docs' })])).toEqual([
    ['page_view', 2],
    ['page_view', 1],
  ]);
  const viewed = (snapshotId: string) =>
    event({ userId: null, page: '', eventType: 'snapshot_viewed', eventData: { snapshotId } });
  expect(linesOf([viewed('a'), viewed('a'), viewed('b')])).toEqual([
    ['snapshot_viewed', 2],
    ['snapshot_viewed', 1],
  ]);
});

test('each day begins anew, and the first lines keep their days', () => {
  const at = (day: number) => event({ timestamp: new Date(2026, 10, day, 12).toISOString() });
  const days = feedDays([at(28), at(28), at(27), at(26)], OWN);
  expect(days.map(({ date, lines }) => [date.getDate(), lines.length])).toEqual([
    [28, 1],
    [27, 1],
    [26, 1],
  ]);
  expect(firstLines(days, 2).map(({ date }) => date.getDate())).toEqual([28, 27]);
  expect(firstLines(days, 0)).toEqual([]);
});
