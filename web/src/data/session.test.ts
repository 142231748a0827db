import { afterEach, expect, test, vi } from 'vitest';
import { ada } from '../testing/server.ts';
import { queries } from './queries.ts';
import { logout, sessionIsDoubtful } from './session.ts';

afterEach(() => vi.unstubAllGlobals());

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
