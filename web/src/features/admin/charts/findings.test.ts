import { expect, test } from 'vitest';
import {
  findActiveUsers,
  findRegistrations,
  findSnapshotUsage,
  labelOfDay,
  labelOfMonth,
  percent,
} from './findings.ts';

test.each([
  [[100, 108], '108 registrations this month, +8 % on October'],
  [[4, 1], '1 registration this month, −75 % on October'],
  [[0, 3], '3 registrations this month'],
  [[2, 2], '2 registrations this month, 0 % on October'],
])('registrations of %j are summed up', ([before = 0, now = 0], finding) => {
  expect(
    findRegistrations([
      { month: '2026-10', count: before },
      { month: '2026-11', count: now },
    ]),
  ).toBe(finding);
});

test('active users are compared with their average', () => {
  expect(
    findActiveUsers([
      { day: '2026-11-23', count: 2 },
      { day: '2026-11-24', count: 1 },
    ]),
  ).toBe('1 user active today, 1.5 a day over 30 days');
});

test('the usage of snapshots is a share of all users', () => {
  expect(
    findSnapshotUsage([
      { bucket: '0-5', count: 3 },
      { bucket: '6-10', count: 1 },
    ]),
  ).toBe('75 % of users have at most 5 snapshots');
  expect(findSnapshotUsage([])).toBe('– of users have at most 5 snapshots');
});

test('days, months and shares are written', () => {
  expect(labelOfMonth('2026-11')).toBe('Nov 2026');
  expect(labelOfDay('2026-11-01')).toBe('1 Nov');
  expect(percent(2 / 3)).toBe('67 %');
  expect(percent(null)).toBe('–');
});
