import { ada, listOf } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '../../testing/server.ts';
import { currentAddress, visit } from '../../testing/visit.tsx';

const active = {
  ...ada,
  subscriptionStatus: 'active',
  subscriptionDisplay: 'Pro',
  canAccessPro: true,
  plan: 'pro',
  nextBillingDate: '2026-12-23T10:00:00.000Z',
};
const page = (user: object) => ({
  'GET /me': () => ({ user: { ...ada, ...user } }),
  'GET /api/snapshots/list': () => listOf(),
});

test('the plan badge offers what the state of the plan allows, and Free leads to the prices', async () => {
  serve(page({}));
  const person = visit('/dashboard');
  await person.click(await screen.findByRole('button', { name: 'Plan: Free' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Upgrade to Pro', 'Start free trial']);
  await person.click(items[0] as HTMLElement);
  await waitFor(() => expect(currentAddress()).toContain('/pricing?mode=upgrade'));
});

test('a subscription is cancelled in the dashboard, after a confirmation, and continued by Undo', async () => {
  const requests = serve({
    ...page(active),
    'POST /billing/cancel': () => ({ ok: true, message: 'Subscription cancelled successfully' }),
    'POST /billing/reactivate': () => ({ ok: true, message: 'Your subscription continues.' }),
  });
  const person = visit('/dashboard');
  await person.click(await screen.findByRole('button', { name: 'Plan: Pro' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Cancel Subscription' }));
  expect(await screen.findByText(/You keep Pro until 23 December 2026/)).toBeTruthy();
  expect(requests['POST /billing/cancel']).toBeUndefined();
  await person.click(screen.getByRole('button', { name: 'Cancel Subscription' }));
  expect(await screen.findByText('Subscription cancelled successfully.')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(requests['POST /billing/reactivate']).toHaveLength(1));
});

test('a failed cancellation says so and stays open', async () => {
  serve({ ...page(active), 'POST /billing/cancel': () => refusal(503, 'unavailable', 'Stripe is down.') });
  const person = visit('/dashboard');
  await person.click(await screen.findByRole('button', { name: 'Plan: Pro' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Cancel Subscription' }));
  await person.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
  expect(await screen.findByText('Failed to cancel subscription.')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Cancel your subscription?' })).toBeTruthy();
});

test('a plan that offers nothing is no menu', async () => {
  serve(page({ canAccessPro: true, plan: 'pro', subscriptionDisplay: 'Pro' }));
  visit('/dashboard');
  expect(await screen.findByText('Pro')).toBeTruthy();
  await screen.findByText('No snapshots found');
  expect(screen.queryByRole('button', { name: 'Plan: Pro' })).toBeNull();
});
