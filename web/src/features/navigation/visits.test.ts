import { describe, expect, test } from 'vitest';
import { arriveAt, startVisits, stepBy, type Visits } from './visits.ts';

const NOW = 1_000_000;
const arrive = (visits: Visits, ...routes: string[]): Visits =>
  routes.reduce((before, route) => arriveAt(before, route, NOW), visits);
const seen = (...routes: string[]): Visits => arrive(startVisits('/'), ...routes);
const step = (visits: Visits, by: -1 | 1): Visits => stepBy(visits, by, NOW) ?? visits;
const routeOf = ({ entries, at }: Visits) => entries[at];

describe('visits', () => {
  test('go back and forward as in a tab', () => {
    const visits = seen('/a', '/b');
    expect(stepBy(visits, 1, NOW)).toBeNull();
    const back = step(step(visits, -1), -1);
    expect(routeOf(back)).toBe('/');
    expect(stepBy(back, -1, NOW)).toBeNull();
    expect(routeOf(step(back, 1))).toBe('/a');
  });

  test('keep everything when two steps are taken before the first page is there', () => {
    const visits = arrive(step(step(seen('/a', '/b', '/c'), -1), -1), '/b', '/a');
    expect(visits).toMatchObject({ entries: ['/', '/a', '/b', '/c'], at: 1, requested: [] });
  });

  test('forget what was ahead when another page is opened', () => {
    expect(arrive(step(seen('/a', '/b'), -1), '/a', '/c').entries).toEqual(['/', '/a', '/c']);
  });

  test('keep their place when the page of a step redirects', () => {
    const visits = arrive(step(seen('/a', '/b'), -1), '/login');
    expect(visits).toMatchObject({ entries: ['/', '/login', '/b'], at: 1, requested: [] });
  });

  test('record a page that is opened long after a step whose page never reported', () => {
    const visits = arriveAt(step(seen('/a', '/b'), -1), '/c', NOW + 60_000);
    expect(visits).toMatchObject({ entries: ['/', '/a', '/c'], at: 2 });
  });

  test('do not grow by the same route, nor without bound', () => {
    const visits = seen('/a');
    expect(arrive(visits, '/a')).toBe(visits);
    const many = seen(...Array.from({ length: 500 }, (_, number) => `/${number}`));
    expect(many.entries).toHaveLength(100);
    expect(routeOf(many)).toBe('/499');
  });
});
