import { createHash } from 'node:crypto';
import http from 'node:http';
import { PassThrough } from 'node:stream';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { exchangeCode } from '@stagelink/shared/contracts/oauth';
import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import { stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { ada } from '@stagelink/shared/testing/builders';
import { expect, test, vi } from 'vitest';
import type { Context } from '../context.ts';

/** Runs `login` in its own home folder. */
async function loginAt(server: string) {
  const home = folderWith({});
  vi.stubEnv('XDG_CONFIG_HOME', home);
  vi.stubEnv('XDG_DATA_HOME', home);
  vi.resetModules();
  const { run } = await import('./login.ts');
  const stop = new AbortController();
  const stderr = new PassThrough();
  const context: Context = {
    env: { BROWSER: 'none', STAGELINK_SERVER: server },
    cwd: home,
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr,
    json: false,
    server: undefined,
    insecure: false,
    interactive: true,
    signal: stop.signal,
  };
  let shown = '';
  const opened = new Promise<URL>((resolve) =>
    stderr.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      const [, address] = /(http\S+\/authorize\S+)\n/.exec(shown) ?? [];
      if (address) resolve(new URL(address));
    }),
  );
  return { result: run(context, {}), opened, stop };
}

/** Acts as the browser after the user allowed or denied the sign-in. */
const lead = (opened: URL, query: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const redirect = decodeURIComponent((opened.searchParams.get('redirectUri') ?? '').replaceAll('~', '%'));
    http
      .get(`${redirect}?${query}`, (response) => resolve(response.resume().statusCode ?? 0))
      .on('error', reject);
  });

test('signs in through the browser, where a page without the state is turned away', async () => {
  const exchanged: Parsed<typeof exchangeCode>[] = [];
  const server = await stagingServer({
    'POST /auth/token': ({ input }) => {
      exchanged.push(input);
      const expiresAt = '2027-02-20T00:00:00.000Z';
      return { ok: true, user: ada, sessionToken: 'stl_pat_new', message: '', expiresAt };
    },
  });
  const { result, opened } = await loginAt(server.url);
  const address = await opened;
  expect(address.searchParams.get('client')).toBe('cli');

  expect(await lead(address, 'code=stolen&state=guessed')).toBe(400);
  expect(await lead(address, `code=given&state=${address.searchParams.get('state')}`)).toBe(200);
  expect(await result).toMatchObject({ lines: [`Signed in to ${server.url} as ada@example.com.`] });
  expect(exchanged).toMatchObject([{ code: 'given' }]);
  expect(
    createHash('sha256')
      .update(exchanged[0]?.codeVerifier ?? '')
      .digest('base64url'),
  ).toBe(address.searchParams.get('codeChallenge'));
});

test('a refusal in the browser ends it', async () => {
  const server = await stagingServer();
  const { result, opened } = await loginAt(server.url);
  const address = await opened;
  const [refused] = await Promise.allSettled([
    result,
    lead(address, `error=access_denied&state=${address.searchParams.get('state')}`),
  ]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } });
});

test('Ctrl-C ends the wait for the browser', async () => {
  const server = await stagingServer();
  const { result, opened, stop } = await loginAt(server.url);
  await opened;
  stop.abort();
  await expect(result).rejects.toMatchObject({ code: 'cancelled' });
});
