import { afterEach, expect, test, vi } from 'vitest';
import { ada } from '../testing/server.ts';
import { queries } from './queries.ts';
import { logout, sessionIsDoubtful } from './session.ts';

afterEach(() => vi.unstubAllGlobals());

test('an answer from before signing out signs nobody in again', async () => {
  const answer = (body: object) => new Response(JSON.stringify(body));
  const { promise: late, resolve: arrive } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', (url: string) =>
    String(url).endsWith('/me') ? late : Promise.resolve(answer({ ok: true })),
  );
  queries.setQueryData(['session'], { user: ada });

  const asking = sessionIsDoubtful();
  await logout();
  arrive(answer({ user: ada }));
  await asking;

  expect(queries.getQueryData(['session'])).toEqual({ user: null, because: 'signed-out' });
});

test('a browser that changed hands in another tab shows nothing of who it was', async () => {
  const grace = { ...ada, uid: '01938c3e-0000-7000-8000-000000000002', name: 'Grace' };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ user: grace })));
  queries.setQueryData(['session'], { user: ada });
  queries.setQueryData(['sessions'], ['of Ada']);

  await sessionIsDoubtful();

  expect(queries.getQueryData(['session'])).toEqual({ user: grace });
  expect(queries.getQueryData(['sessions'])).toBeUndefined();
});

test('somebody who signs out is not told that their session was ended', async () => {
  const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status });
  const { promise: signedOut, resolve: signOut } = Promise.withResolvers<Response>();
  const unknown = { ok: false, code: 'unauthenticated', message: 'Please log in first.' };
  vi.stubGlobal('fetch', (url: string) =>
    String(url).endsWith('/auth/logout') ? signedOut : Promise.resolve(answer(401, unknown)),
  );
  queries.setQueryData(['session'], { user: ada });

  const leaving = logout();
  // The server closes the live channel before its answer to the call arrives.
  await sessionIsDoubtful();
  expect(queries.getQueryData(['session'])).toEqual({ user: ada });
  signOut(answer(200, { ok: true }));
  await leaving;

  expect(queries.getQueryData(['session'])).toEqual({ user: null, because: 'signed-out' });
});
