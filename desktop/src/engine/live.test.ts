import type { Notification } from '@stagelink/shared/contracts/notifications';
import { CLOSE } from '@stagelink/shared/contracts/live';
import { systemRuntime } from '@stagelink/shared/staging/node/runtime';
import { expect, test } from 'vitest';
import { alertsSinceLast } from './live.ts';
import { type LiveConnection, type LiveServer, liveServer } from './testing/liveServer.ts';
import { testEngine } from './testing/testEngine.ts';

/** Returns the next socket that the engine opens. */
const nextConnection = (server: LiveServer): Promise<LiveConnection> =>
  new Promise((resolve) => {
    server.onConnection = resolve;
  });

test.each([CLOSE.noLongerAllowed, CLOSE.signedOut, 1006, 1013])(
  'a channel that was closed with %i is opened again while the account is signed in',
  async (code) => {
    const server = await liveServer();
    const first = nextConnection(server);
    const engine = testEngine();
    await engine.signIn(server.url);
    const connection = await first;
    const second = nextConnection(server);
    connection.close(code);
    await second;
    expect(server.attempts).toBeGreaterThanOrEqual(2);
  },
);

test('the channel is tried again for as long as the server is down', async () => {
  const server = await liveServer();
  server.isDown = true;
  const connected = nextConnection(server);
  const engine = testEngine();
  await engine.signIn(server.url);
  while (server.attempts < 12) await new Promise((resolve) => setTimeout(resolve, 10));
  server.isDown = false;
  await connected;
  expect(server.attempts).toBeGreaterThan(12);
});

test('a channel that is silent for longer than two pings is opened again', async () => {
  const server = await liveServer();
  const first = nextConnection(server);
  const engine = testEngine();
  await engine.signIn(server.url);
  await first;
  await nextConnection(server);
  expect(server.attempts).toBe(2);
});

test('a message that is no JSON does no harm, and is a reason to look', async () => {
  const server = await liveServer();
  const connected = nextConnection(server);
  const engine = testEngine();
  await engine.signIn(server.url);
  const connection = await connected;
  const before = server.requests;
  connection.send('no JSON');
  connection.send('{"type":"unknown"}');
  while (server.requests <= before) await new Promise((resolve) => setImmediate(resolve));
  expect(server.attempts).toBe(1);
});

test('once the network is back the next attempt is made at once', async () => {
  const server = await liveServer();
  server.isDown = true;
  const waiting = Promise.withResolvers<void>();
  const engine = testEngine({
    runtime: {
      ...systemRuntime,
      // There is no automatic retry.
      sleep: (_milliseconds, signal: AbortSignal) =>
        new Promise((_resolve, reject) => {
          if (server.attempts > 0) waiting.resolve();
          signal.addEventListener('abort', reject, { once: true });
        }),
    },
  });
  await engine.signIn(server.url);
  await waiting.promise;
  server.isDown = false;
  const connected = nextConnection(server);
  while (server.attempts < 2) {
    await engine.handlers['network.recheck']();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await connected;
  expect(server.attempts).toBe(2);
});

const notificationAt = (minute: number): Notification => ({
  id: `01938c3e-0000-7000-8000-0000000000${minute}`,
  type: 'comment_reply',
  title: 'Bob replied',
  message: `At ${minute}`,
  createdAt: `2026-11-29T10:${minute}:00.000Z`,
  readAt: null,
  actionUrl: null,
  isAlert: true,
});

test('an alert is one that came since the last list, not an older one that the list has again', () => {
  const take = alertsSinceLast();
  expect(take([notificationAt(12), notificationAt(11)])).toEqual([]);
  expect(take([notificationAt(13), notificationAt(12)]).map(({ body }) => body)).toEqual(['At 13']);
  // The comments of two were deleted, so the list reaches further back.
  expect(take([notificationAt(11), notificationAt(10)])).toEqual([]);
  expect(take([notificationAt(14), notificationAt(11)]).map(({ body }) => body)).toEqual(['At 14']);
});
