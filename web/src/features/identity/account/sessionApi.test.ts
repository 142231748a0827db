import { ada } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { expect, test } from 'vitest';
import { serve } from '../../../testing/server.ts';
import { queryClient } from '../../../lib/queryClient.ts';
import { logout, recheckSession } from './sessionApi.ts';

test('a reply from before signing out does not sign in again', async () => {
  const late = Promise.withResolvers<void>();
  serve({
    'GET /me': () => late.promise.then(() => ({ user: ada })),
    'POST /auth/logout': () => ({ ok: true }),
  });
  queryClient.setQueryData(['session'], { user: ada });

  const asking = recheckSession();
  await logout();
  late.resolve();
  await asking;

  expect(queryClient.getQueryData(['session'])).toEqual({ user: null, because: 'signed-out' });
});

test("another user's sign-in in another tab clears the previous user's data", async () => {
  const grace = { ...ada, uid: '01938c3e-0000-7000-8000-000000000002', name: 'Grace' };
  serve({ 'GET /me': () => ({ user: grace }) });
  queryClient.setQueryData(['session'], { user: ada });
  queryClient.setQueryData(['sessions'], ['of Ada']);

  await recheckSession();

  expect(queryClient.getQueryData(['session'])).toEqual({ user: grace });
  expect(queryClient.getQueryData(['sessions'])).toBeUndefined();
});

test('signing out is not reported as an ended session', async () => {
  const signedOut = Promise.withResolvers<void>();
  serve({
    'GET /me': () => refusal(401, 'unauthenticated', 'Please log in first.'),
    'POST /auth/logout': () => signedOut.promise.then(() => ({ ok: true })),
  });
  queryClient.setQueryData(['session'], { user: ada });

  const leaving = logout();
  // The server closes the live channel before its response arrives.
  await recheckSession();
  expect(queryClient.getQueryData(['session'])).toEqual({ user: ada });
  signedOut.resolve();
  await leaving;

  expect(queryClient.getQueryData(['session'])).toEqual({ user: null, because: 'signed-out' });
});
