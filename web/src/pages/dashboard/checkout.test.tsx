import { ada, listOf } from '@stagelink/shared/testing/builders';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '../../testing/server.ts';
import { currentAddress, visit } from '../../testing/visit.tsx';

const TRIAL = 'Welcome to your Pro trial! You now have access to all Pro features.';
const UNCONFIRMED =
  'We could not confirm the payment yet. Pro starts as soon as it is confirmed; do not pay again before that.';
const SUBSCRIBED = 'Subscription activated! You now have full access to Pro features.';

test.each([
  ['trial=started', TRIAL],
  ['billing=success', SUBSCRIBED],
  ['success=true', SUBSCRIBED],
  ['billing=unconfirmed', UNCONFIRMED],
])('%s is reported once, and removed from the URL', async (query, message) => {
  serve({ 'GET /me': () => ({ user: ada }), 'GET /api/snapshots/list': () => listOf() });
  visit(`/dashboard?sort=name&${query}`);
  expect(await screen.findByText(message)).toBeDefined();
  await waitFor(() => expect(currentAddress()).toBe('/dashboard?sort=name'));
  expect(screen.getAllByText(message)).toHaveLength(1);
});

test('a URL without checkout parameters is unchanged', async () => {
  serve({ 'GET /me': () => ({ user: ada }), 'GET /api/snapshots/list': () => listOf() });
  visit('/dashboard?trial=over&success=no');
  await screen.findByText('No snapshots found');
  expect(currentAddress()).toBe('/dashboard?trial=over&success=no');
  expect(screen.queryByText(/Pro features/)).toBeNull();
});
