import { describe, expect, test } from 'vitest';
import { isTimeZone, lastTimeAt } from './timeZones.ts';

const HOUR_MS = 3_600_000;

describe('time zones', () => {
  test.each(['Europe/Vienna', 'Asia/Kathmandu', 'UTC', 'America/Argentina/Buenos_Aires'])(
    '%s is one',
    (name) => expect(isTimeZone(name)).toBe(true),
  );
  test.each(['', 'Europe/Atlantis', 'Vienna', "x'; drop table users"])('“%s” is none', (name) =>
    expect(isTimeZone(name)).toBe(false),
  );
});

describe('eight in the morning was last', () => {
  test.each([
    // [time zone, now, the morning]
    ['UTC', '2026-06-10T08:00:00Z', '2026-06-10T08:00:00Z'],
    ['UTC', '2026-06-10T07:59:59Z', '2026-06-09T08:00:00Z'],
    ['Europe/Vienna', '2026-06-10T06:00:00Z', '2026-06-10T06:00:00Z'],
    ['Asia/Kolkata', '2026-06-10T02:30:00Z', '2026-06-10T02:30:00Z'],
    ['Asia/Kathmandu', '2026-06-10T02:14:00Z', '2026-06-09T02:15:00Z'],
    ['Pacific/Kiritimati', '2026-06-09T18:00:00Z', '2026-06-09T18:00:00Z'],
    ['Pacific/Pago_Pago', '2026-06-10T18:59:00Z', '2026-06-09T19:00:00Z'],
    ['America/St_Johns', '2026-06-10T10:30:00Z', '2026-06-10T10:30:00Z'],
    // Clocks go forward in the night to 29 March 2026, and back in the night to 25 October.
    ['Europe/Vienna', '2026-03-28T07:00:00Z', '2026-03-28T07:00:00Z'],
    ['Europe/Vienna', '2026-03-29T05:59:00Z', '2026-03-28T07:00:00Z'],
    ['Europe/Vienna', '2026-03-29T06:00:00Z', '2026-03-29T06:00:00Z'],
    ['Europe/Vienna', '2026-10-24T06:00:00Z', '2026-10-24T06:00:00Z'],
    ['Europe/Vienna', '2026-10-25T06:59:00Z', '2026-10-24T06:00:00Z'],
    ['Europe/Vienna', '2026-10-25T07:00:00Z', '2026-10-25T07:00:00Z'],
    ['America/New_York', '2026-03-08T12:00:00Z', '2026-03-08T12:00:00Z'],
    ['America/New_York', '2026-11-01T12:30:00Z', '2026-10-31T12:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T21:29:00Z', '2026-04-03T21:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T21:30:00Z', '2026-04-04T21:30:00Z'],
  ])('in %s at %s', (timeZone, now, morning) =>
    expect(lastTimeAt(8, timeZone, new Date(now))).toEqual(new Date(morning)),
  );

  test.each(['Europe/Vienna', 'America/Santiago', 'Australia/Lord_Howe', 'Africa/Casablanca'])(
    'once a day through a whole year in %s',
    (timeZone) => {
      const mornings = new Set<number>();
      for (let at = Date.UTC(2026, 0, 2); at < Date.UTC(2027, 0, 2); at += 6 * HOUR_MS)
        mornings.add(lastTimeAt(8, timeZone, new Date(at)).getTime());
      const all = [...mornings];
      const pauses = all.slice(1).map((at, index) => (at - (all[index] ?? 0)) / HOUR_MS);
      expect(pauses.filter((hours) => hours < 23 || hours > 25)).toEqual([]);
    },
  );
});
