import type { Stats } from '@stagelink/shared/contracts/admin';
import { expect, test } from 'vitest';
import { comparison, periodCards, subscriptionCards, systemCards } from './figureCards.ts';
import { pointsOf } from './Sparkline.tsx';

const NOW = new Date('2026-11-24T12:00:00Z');
const subscriptions = { free: 4, trial: 1, active: 2, cancelled: 0, pastDue: 0, superadmin: 1 };
const day = (name: string, totalUsers: number) => ({
  day: name,
  totalUsers,
  totalSnapshots: 2 * totalUsers,
  subscriptions,
});
const stats: Stats = {
  system: { totalUsers: 8, totalSnapshots: 30, activeSessions: 1 },
  subscriptions,
  estimated: ['users'],
  history: [day('2026-10-25', 2), day('2026-11-17', 4), day('2026-11-23', 6)],
  period: {
    name: '7d',
    from: '2026-11-18T00:00:00.000Z',
    figures: [{ name: 'comments', count: 12, before: 9, series: [12] }],
  },
};

test.each([
  ['24h', 6, [4, 6, 8]],
  ['7d', 4, [4, 6, 8]],
  ['30d', 2, [2, 4, 6, 8]],
] as const)('a total is compared with that of %s ago', (period, before, series) => {
  expect(systemCards({ stats, period, now: NOW })[0]).toMatchObject({
    count: 8,
    before,
    series,
    isEstimated: true,
  });
});

test('a total is compared with nothing where the server did not run', () => {
  const young = { ...stats, history: stats.history.slice(2) };
  expect(systemCards({ stats: young, period: '7d', now: NOW })[0]).toMatchObject({ before: null });
});

test('each card leads to the list that it counts', () => {
  expect(subscriptionCards({ stats, period: '7d', now: NOW })[3]).toMatchObject({
    count: 0,
    to: '/admin?subscription=cancelled',
  });
  const query = new URLSearchParams(periodCards(stats)[0]?.to.split('?')[1]);
  expect(query.getAll('type')).toEqual(['comment_posted', 'comment_replied']);
  expect(new Date(query.get('from') ?? '').toISOString()).toBe('2026-11-18T00:00:00.000Z');
});

test('a change is a share of what was before', () => {
  expect(comparison(12, 9)).toBe('+33 % on 9');
  expect(comparison(3, 0)).toBe('0 before');
  expect(comparison(0, 0)).toBe('0 before');
  expect(comparison(3, 3)).toBe('as many before');
});

test('a course is drawn from its lowest to its highest count', () => {
  expect(pointsOf([0, 10])).toBe('2.0,18.0 70.0,2.0');
  expect(pointsOf([5, 5])).toBe('2.0,18.0 70.0,18.0');
});
