import type { AdminUser } from '@stagelink/shared/contracts/admin';
import { ada } from '@stagelink/shared/testing/builders';
import { type Handlers, refusal } from '@stagelink/shared/testing/fakeServer';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../../lib/queryClient.ts';
import { serve } from '../../../testing/server.ts';
import { currentAddress, visit } from '../../../testing/visit.tsx';

const user: AdminUser = {
  uid: '01938c3e-0000-7000-8000-000000000002',
  name: 'Gone Soon',
  email: 'gone@example.com',
  role: 'user',
  plan: 'free',
  status: 'active',
  subscriptionStatus: 'None',
  trialEndsAt: null,
  subscriptionStartedAt: null,
  lastPaymentAt: null,
  hasHadTrial: false,
  trialHistory: [],
  cancelAtTrialEnd: false,
  willCancelAt: null,
  totalSnapshots: 0,
  activeSnapshots: 0,
  createdAt: '2026-11-01T09:00:00.000Z',
  lastLoginAt: null,
};
const facts = { isVerified: true, hasPassword: true, hasGoogle: false, sessions: [], billing: null };

/** A server with one more account, until it is deleted. */
function world() {
  let isThere = true;
  const remove = () => {
    isThere = false;
  };
  const handlers: Handlers = {
    'GET /me': () => ({ user: { ...ada, role: 'superadmin' } }),
    'GET /admin/users': () => ({ users: isThere ? [user] : [], nextCursor: null, total: isThere ? 1 : 0 }),
    'GET /admin/users/:uid/facts': () =>
      isThere ? { user, facts } : refusal(404, 'not_found', 'That user does not exist.'),
    'GET /admin/snapshots': () => ({ snapshots: [], nextCursor: null, total: 0 }),
    'GET /debug/analytics/events': () => ({ events: [], nextCursor: null, total: 0 }),
    'DELETE /admin/users/:uid': () => {
      remove();
      return { ok: true };
    },
  };
  return { handlers, remove };
}

test('after an account was deleted on its page, the list of users is shown', async () => {
  serve(world().handlers);
  const person = visit(`/admin/users/${user.uid}`);
  await person.click(await screen.findByRole('button', { name: 'Actions for Gone Soon' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await person.click(await screen.findByRole('button', { name: 'Continue' }));
  await person.type(await screen.findByLabelText(/^Type DELETE/), 'DELETE{Enter}');

  expect(await screen.findByText('User deleted successfully!')).toBeDefined();
  await waitFor(() => expect(currentAddress()).toBe('/admin'));
  expect(screen.queryByText('Gone Soon')).toBeNull();
});

test('the page of an account that another superadmin deleted says so and offers nothing more', async () => {
  const { handlers, remove } = world();
  serve(handlers);
  visit(`/admin/users/${user.uid}`);
  await screen.findByRole('heading', { name: 'Gone Soon' });
  remove();
  await queryClient.invalidateQueries({ queryKey: ['admin'] });

  expect(await screen.findByText('That user does not exist.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Actions for Gone Soon' })).toBeNull();
});
