import { expect, test } from 'vitest';
import { hasFilters, snapshotList, toQuery, UNFILTERED } from './snapshotFilters.ts';

const read = (query: string) => snapshotList.read(new URLSearchParams(query));

test('a question survives the address, and what is as usual is left out of it', () => {
  const question = {
    ...read(''),
    search: 'check',
    status: 'expired' as const,
    project: '__no_project__',
    tags: ['launch', 'q3'],
    review: 'overdue' as const,
    createdFrom: '2026-11-01',
    expiresTo: '2026-12-24',
    sort: 'name' as const,
    order: 'asc' as const,
  };
  const query = new URLSearchParams('trial=started');
  snapshotList.write(query, question);
  expect(snapshotList.read(query)).toEqual(question);
  expect(query.get('trial')).toBe('started');
  expect(query.has('order')).toBe(false);

  snapshotList.write(query, read(''));
  expect(String(query)).toBe('trial=started');
});

test('invalid values in the URL are ignored', () => {
  expect(read('status=new&sort=size&order=up&review=maybe&createdFrom=soon&expiresTo=2026-13-40')).toEqual(
    read(''),
  );
});

test('days are queried from their first moment to their last', () => {
  const { createdFrom, createdTo } = toQuery(read('createdFrom=2026-11-21&createdTo=2026-11-21'));
  const span = Date.parse(String(createdTo)) - Date.parse(String(createdFrom));
  expect(span).toBe(24 * 3_600_000 - 1);
  expect(new Date(String(createdFrom)).getHours()).toBe(0);
});

test('clearing the filters keeps project and order', () => {
  const narrowed = read(
    'search=a&status=expired&tags=x&review=none&createdTo=2026-11-21&project=p&sort=views',
  );
  expect(hasFilters(narrowed)).toBe(true);
  const cleared = { ...narrowed, ...UNFILTERED };
  expect(hasFilters(cleared)).toBe(false);
  expect([cleared.project, cleared.sort]).toEqual(['p', 'views']);
});
