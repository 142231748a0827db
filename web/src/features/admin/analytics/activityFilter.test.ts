import { describe, expect, test } from 'vitest';
import { activityFeed, hasFilters, localMoment, periodChange, periodOf, toQuery } from './activityFilter.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const read = (query: string) => activityFeed.read(new URLSearchParams(query));
const local = (date: string) => localMoment(new Date(date));

describe('the filter of the activity feed', () => {
  test('shows the 250 newest events at first', () => {
    const filter = read('tab=analytics');
    expect(hasFilters(filter)).toBe(false);
    expect(toQuery(filter)).toEqual({ limit: 250, sortBy: 'recent', timeFilterType: 'all' });
  });

  test.each([
    'limit=7',
    'order=newest',
    'time=never',
    'from=yesterday',
    'type=toString',
    'from=2026-13-45T99:99',
  ])('ignores %s, which the page never writes', (query) =>
    expect(toQuery(read(query))).toEqual(toQuery(read(''))),
  );

  test('is sent with the names of the call', () => {
    const from = local('2026-11-23T10:00:00Z');
    const to = local('2026-11-24T11:00:00Z');
    const query = read(
      `limit=10&order=oldest&time=between&from=${from}&to=${to}&type=user_login&type=page_view&user=ada&page=/pricing`,
    );
    expect(hasFilters(query)).toBe(true);
    expect(toQuery(query)).toEqual({
      limit: 10,
      sortBy: 'oldest',
      timeFilterType: 'between',
      timeFilterStart: '2026-11-23T10:00:00.000Z',
      timeFilterEnd: '2026-11-24T11:00:00.000Z',
      eventType: ['user_login', 'page_view'],
      userId: 'ada',
      page: '/pricing',
    });
  });

  test('sends one moment for before and for after', () => {
    const at = local('2026-11-23T10:00:00Z');
    expect(toQuery(read(`time=before&to=${at}`))).toMatchObject({
      timeFilterBefore: '2026-11-23T10:00:00.000Z',
    });
    expect(toQuery(read(`time=after&from=${at}`))).toMatchObject({
      timeFilterAfter: '2026-11-23T10:00:00.000Z',
    });
  });

  test('a time range without a moment filters nothing', () => {
    expect(hasFilters(read('time=before'))).toBe(false);
  });

  test.each(['24h', '7d', '30d'] as const)('a period of %s is recognized after it was chosen', (period) => {
    const { time, from } = periodChange(period, NOW);
    expect(periodOf(read(`time=${time}&from=${from}`), NOW)).toBe(period);
    expect(periodOf(read(`time=${time}&from=${from}`), new Date(NOW.getTime() + 3_600_000))).toBe(period);
    expect(periodOf(read(`time=${time}&from=${from}`), new Date(NOW.getTime() + 49 * 3_600_000))).toBeNull();
  });
});
