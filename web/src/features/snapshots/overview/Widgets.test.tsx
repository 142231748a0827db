import { ada, listOf, snapshot, summary } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { serve } from '../../../testing/server.ts';
import { visit } from '../../../testing/visit.tsx';
import { factsOf } from './facts.ts';

const SUMMARY = 'GET /api/snapshots/summary';
const me = { 'GET /me': () => ({ user: ada }), 'GET /api/snapshots/list': () => listOf() };
const widget = async (name: string) => within(await screen.findByRole('region', { name }));
const items = async (name: string) =>
  (await widget(name))
    .getAllByRole('listitem')
    .map((item) => [...item.children].map((part) => part.textContent));

beforeEach(() => localStorage.setItem('stagelink-overview', 'open'));

const numbers = async () =>
  (await widget('Quick Stats')).getAllByRole('definition').map(({ textContent }) => textContent);

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 1000).toISOString();

test('each widget has a title and lists its snapshots', async () => {
  const review = (status: 'pending' | 'overdue', checkedOffCount: number) => ({
    review: { isRequested: true, status, checkedOffCount, changesRequestedCount: 0, totalReviewers: 3 },
  });
  const seen = (name: string | null, minutes: number) => ({
    analytics: { recentViewers: [{ name, viewedAt: minutesAgo(minutes) }] },
  });
  serve({
    ...me,
    [SUMMARY]: () =>
      summary({
        quickStats: { activeSnapshots: 12, totalViews: 1204, comments: 1, reviews: 0 },
        reviewStatus: {
          pending: 4,
          overdue: 1,
          links: [
            snapshot({ name: 'Late', ...review('overdue', 1) }),
            snapshot({ name: 'Waiting', ...review('pending', 0) }),
          ],
        },
        expiringSoon: [
          snapshot({ name: 'Hours', daysLeft: 0.2, viewCount: 2 }),
          snapshot({ name: 'Unseen', daysLeft: 2.5 }),
        ],
        mostViewed: [snapshot({ name: 'Loved', viewCount: 800 }), snapshot({ name: 'Once', viewCount: 1 })],
        recentActivity: [
          snapshot({ name: 'Fresh', ...seen('Grace', 5) }),
          snapshot({ name: 'Older', ...seen(null, 60 * 30) }),
        ],
      }),
  });
  visit('/dashboard');

  expect(await numbers()).toEqual(['12', '1,204', '1', '0']);
  expect((await widget('Review Status')).getByText('4 pending')).toBeDefined();
  expect((await widget('Review Status')).getByText('1 overdue')).toBeDefined();
  expect(await items('Review Status')).toEqual([
    ['Late', 'Overdue', '1 of 3'],
    ['Waiting', '0 of 3'],
  ]);
  expect(await items('Expiring Soon')).toEqual([
    ['Hours', '5 hours', 'Extend'],
    ['Unseen', '3 days'],
  ]);
  expect(await items('Most Viewed')).toEqual([
    ['Loved', '800 views'],
    ['Once', '1 view'],
  ]);
  expect(await items('Recent Activity')).toEqual([
    ['Fresh', 'Grace', '5m ago'],
    ['Older', 'A visitor', '1d ago'],
  ]);
});

test('a number that is too long for a phone is shortened, with the full one in its tooltip', async () => {
  serve({
    ...me,
    [SUMMARY]: () =>
      summary({
        quickStats: { activeSnapshots: 99_999, totalViews: 2_495_000, comments: 100_000, reviews: 0 },
      }),
  });
  visit('/dashboard');

  expect(await numbers()).toEqual(['99,999', '2.5M', '100K', '0']);
  expect((await widget('Quick Stats')).getByTitle('2,495,000')).toBeDefined();
});

const one = { quickStats: { activeSnapshots: 1, totalViews: 0, comments: 0, reviews: 0 } };

test('one line says what needs an answer, and opens the overview, which stays open', async () => {
  localStorage.clear();
  serve({
    ...me,
    [SUMMARY]: () =>
      summary({
        quickStats: { activeSnapshots: 1204, totalViews: 1, comments: 0, reviews: 5 },
        reviewStatus: { pending: 4, overdue: 1, links: [] },
        expiringSoon: [snapshot({ name: 'Soon', daysLeft: 2 })],
      }),
  });
  const person = visit('/dashboard');
  const line = await screen.findByRole('button', { name: /^Overview/ });
  expect([...line.querySelectorAll('span')].map(({ textContent }) => textContent)).toEqual([
    'Overview',
    '1 review overdue',
    '1 expires soon',
    '4 reviews pending',
    '1,204 of 3 snapshots',
    '1 view',
  ]);
  expect(screen.queryByRole('region', { name: 'Overview' })).toBeNull();

  await person.click(line);
  expect(await widget('Quick Stats')).toBeDefined();
  expect(localStorage.getItem('stagelink-overview')).toBe('open');
  await person.click(line);
  expect(screen.queryByRole('region', { name: 'Overview' })).toBeNull();
});

test.each([
  [1, null, '1 active', undefined],
  [1, 3, '1 active', undefined],
  [2, 3, '2 of 3 snapshots', undefined],
  [3, 3, '3 of 3 snapshots', 'warning'],
  [1204, 3, '1,204 of 3 snapshots', 'warning'],
])('of %i active snapshots and a limit of %s it says “%s”', (activeSnapshots, most, text, tone) => {
  const [fact] = factsOf(summary({ quickStats: { ...one.quickStats, activeSnapshots } }), most);
  expect(fact).toEqual(tone === undefined ? { text } : { text, tone });
});

test('where there is nothing to tell, nothing is drawn', async () => {
  serve(me);
  visit('/dashboard');
  expect(await screen.findByText('All your snapshots.')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Overview' })).toBeNull();
});

test('while something is searched for, the overview gives way', async () => {
  serve({ ...me, [SUMMARY]: () => summary(one) });
  visit('/dashboard?search=shop');
  await screen.findByRole('button', { name: /^Overview/ });
  expect(screen.queryByRole('region', { name: 'Overview' })).toBeNull();
});

test('empty widgets have a sentence', async () => {
  serve({ ...me, [SUMMARY]: () => summary(one) });
  visit('/dashboard');
  expect(await screen.findByText('No open reviews')).toBeDefined();
  expect(screen.getByText('Nothing expires in the next 3 days')).toBeDefined();
  expect(screen.getByText('No views yet')).toBeDefined();
  expect(screen.getByText('People who open your snapshots appear here')).toBeDefined();
});

test('one that expires soon is extended, and everything is refetched', async () => {
  const soon = snapshot({ name: 'Soon', daysLeft: 1.5, viewCount: 3 });
  let isExtended = false;
  const requests = serve({
    ...me,
    [SUMMARY]: () => summary({ ...one, expiringSoon: isExtended ? [] : [soon] }),
    'POST /api/snapshots/:id/extend': () => {
      isExtended = true;
      return { snapshot: soon };
    },
  });
  const person = visit('/dashboard');
  await person.click(await screen.findByRole('button', { name: 'Extend Soon by 7 days' }));

  expect(await screen.findByText('Snapshot extended successfully')).toBeDefined();
  expect(await screen.findByText('Nothing expires in the next 3 days')).toBeDefined();
  expect(requests['POST /api/snapshots/:id/extend']).toMatchObject([{ input: { id: soon.id } }]);
  await waitFor(() => expect(requests['GET /api/snapshots/list']).toHaveLength(2));
});

test('a rejected extension shows the reason', async () => {
  const soon = snapshot({ name: 'Soon', daysLeft: 1.5, viewCount: 3 });
  serve({
    ...me,
    [SUMMARY]: () => summary({ expiringSoon: [soon] }),
    'POST /api/snapshots/:id/extend': () => refusal(404, 'not_found', 'There is no such snapshot.'),
  });
  const person = visit('/dashboard');
  await person.click(await screen.findByRole('button', { name: 'Extend Soon by 7 days' }));
  expect(await screen.findByText('Failed to extend snapshot')).toBeDefined();
  expect(screen.getByText('There is no such snapshot.')).toBeDefined();
});

test('numbers that fail to load can be retried', async () => {
  let isDown = true;
  serve({ ...me, [SUMMARY]: () => (isDown ? refusal(429, 'rate_limited', 'Not now.') : summary(one)) });
  const person = visit('/dashboard');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load data');
  isDown = false;
  await person.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('region', { name: 'Quick Stats' })).toBeDefined();
});
