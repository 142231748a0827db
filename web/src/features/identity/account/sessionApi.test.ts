import { afterEach, expect, test, vi } from 'vitest';
import { ada } from '../../../testing/server.ts';
import { queryClient } from '../../../lib/queryClient.ts';
import { logout, recheckSession } from './sessionApi.ts';

afterEach(() => vi.unstubAllGlobals());

test('a reply from before signing out does not sign in again', async () => {
  const answer = (body: object) => new Response(JSON.stringify(body));
  const { promise: late, resolve: arrive } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', (url: string) =>
    String(url).endsWith('/me') ? late : Promise.resolve(answer({ ok: true })),
  );
  queryClient.setQueryData(['session'], { user: ada });

  const asking = recheckSession();
  await logout();
  arrive(answer({ user: ada }));
  await asking;

  expect(queryClient.getQueryData(['session'])).toEqual({ user: null, because: 'signed-out' });
});

test("another user's sign-in in another tab clears the previous user's data", async () => {
  const grace = { ...ada, uid: '01938c3e-0000-7000-8000-000000000002', name: 'Grace' };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ user: grace })));
  queryClient.setQueryData(['session'], { user: ada });
  queryClient.setQueryData(['sessions'], ['of Ada']);

  await recheckSession();

  expect(queryClient.getQueryData(['session'])).toEqual({ user: grace });
  expect(queryClient.getQueryData(['sessions'])).toBeUndefined();
});

test('signing out is not reported as an ended session', async () => {
  const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status });
  const { promise: signedOut, resolve: signOut } = Promise.withResolvers<Response>();
  const unknown = { ok: false, code: 'unauthenticated', message: 'Please log in first.' };
  vi.stubGlobal('fetch', (url: string) =>
    String(url).endsWith('/auth/logout') ? signedOut : Promise.resolve(answer(401, unknown)),
  );
  queryClient.setQueryData(['session'], { user: ada });

  const leaving = logout();
  // The server closes the live channel before its response arrives.
  await recheckSession();
  expect(queryClient.getQueryData(['session'])).toEqual({ user: ada });
  signOut(answer(200, { ok: true }));
  await leaving;

  expect(queryClient.getQueryData(['session'])).toEqual({ user: null, because: 'signed-out' });
});
