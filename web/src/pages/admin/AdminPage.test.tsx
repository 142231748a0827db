import { ADMIN_PAGE } from '@stagelink/shared/contracts/limits';
import { ada } from '@stagelink/shared/testing/builders';
import { type Handlers, refusal } from '@stagelink/shared/testing/fakeServer';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '../../testing/server.ts';
import { currentAddress, visit } from '../../testing/visit.tsx';

const USERS = 'GET /admin/users' as const;
const SNAPSHOTS = 'GET /admin/snapshots' as const;
const LOG = 'GET /admin/audit-log' as const;
const EVENTS = 'GET /debug/analytics/events' as const;

const none = { nextCursor: null, total: 0 };
const world: Handlers = {
  'GET /me': () => ({ user: { ...ada, role: 'superadmin' } }),
  [USERS]: () => ({ users: [], ...none }),
  [SNAPSHOTS]: () => ({ snapshots: [], ...none }),
  'GET /debug/stats': () => refusal(503, 'internal', 'Not now.'),
  [EVENTS]: () => ({ events: [], ...none }),
  [LOG]: () => ({ entries: [], ...none }),
};

test.each([
  [
    '/admin?q=ada&subscription=trial&status=active&sort=name&order=desc',
    USERS,
    { q: 'ada', subscription: 'trial', status: 'active', sort: 'name', order: 'desc' },
  ],
  ['/admin?snapshots=50%2B', USERS, { snapshots: '50+', sort: 'created', order: 'desc' }],
  ['/admin?activeOn=2026-11-21', USERS, { activeOn: '2026-11-21' }],
  ['/admin?sort=email', USERS, { sort: 'email', order: 'asc' }],
  [`/admin?tab=snapshots&owner=${ada.uid}&status=expired`, SNAPSHOTS, { owner: ada.uid, status: 'expired' }],
  ['/admin?tab=snapshots&sort=expires', SNAPSHOTS, { sort: 'expires', order: 'asc' }],
  [
    '/admin?tab=analytics&type=user_login&type=page_view&user=anonymous&page=%2Fpricing&limit=10&order=oldest',
    EVENTS,
    {
      eventType: ['user_login', 'page_view'],
      userId: 'anonymous',
      page: '/pricing',
      limit: 10,
      sortBy: 'oldest',
    },
  ],
  [
    '/admin?tab=analytics&time=after&from=2026-11-21T10%3A00',
    EVENTS,
    { timeFilterType: 'after', timeFilterAfter: new Date('2026-11-21T10:00').toISOString() },
  ],
  ['/admin?tab=log&q=u1&action=user_created', LOG, { q: 'u1', action: 'user_created' }],
])('the bookmark %s shows the list it was made of', async (address, endpoint, input) => {
  const requests = serve(world);
  visit(address);
  await waitFor(() => expect(requests[endpoint]?.at(-1)?.input).toMatchObject(input));
  expect(currentAddress()).toBe(address);
});

test('a bookmark with values that no list has shows the whole list', async () => {
  const requests = serve(world);
  visit('/admin?status=gone&sort=size&order=up&subscription=gold&snapshots=7&activeOn=2026-13-40');
  await waitFor(() =>
    expect(requests[USERS]?.at(-1)?.input).toEqual({
      q: '',
      sort: 'created',
      order: 'desc',
      limit: ADMIN_PAGE,
      format: 'json',
    }),
  );
});

test('what is chosen is in the address beside what was there; what is as usual is not', async () => {
  const requests = serve(world);
  const person = visit(`/admin?tab=snapshots&owner=${ada.uid}`);
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Expired');
  await person.type(screen.getByRole('searchbox'), 'shop');
  await waitFor(() =>
    expect(requests[SNAPSHOTS]?.at(-1)?.input).toMatchObject({
      owner: ada.uid,
      status: 'expired',
      q: 'shop',
    }),
  );
  await person.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Any status');
  await person.click(screen.getByRole('button', { name: `Remove filter Owner: ${ada.uid}` }));
  await waitFor(() => expect(currentAddress()).toBe('/admin?tab=snapshots&q=shop'));
});
