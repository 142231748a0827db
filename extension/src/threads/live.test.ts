import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LiveMessage } from '@stagelink/shared/contracts/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { openLive, waitSeconds } from './live.ts';

let server: WebSocketServer;
let address: string;
let live: { stop: () => void } | undefined;
beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((done) => server.once('listening', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  live?.stop();
  for (const client of server.clients) client.terminate();
  await new Promise((done) => server.close(done));
});

const connected = () =>
  new Promise<[WebSocket, IncomingMessage]>((resolve) =>
    server.once('connection', (socket, request) => resolve([socket, request])),
  );

function listen() {
  const listener = { onMessage: vi.fn(), onGap: vi.fn(), onSignedOut: vi.fn() };
  live = openLive({ server: address, token: 'secret', userAgent: 'test' }, listener);
  return listener;
}

const say = (socket: WebSocket, message: LiveMessage | object) => socket.send(JSON.stringify(message));
const created = (seq: number) =>
  ({ type: 'comment_created', seq, snapshotId: 'abcdefghij', commentId: crypto.randomUUID() }) as const;

test('it comes with its token, hears what is said, and reads again what it may have missed', async () => {
  const connection = connected();
  const { onMessage, onGap } = listen();
  const [socket, request] = await connection;
  expect(request.headers.authorization).toBe('Bearer secret');
  expect(request.url).toBe('/api/events');

  say(socket, { type: 'connected', seq: 4 });
  await vi.waitFor(() => expect(onMessage).toHaveBeenCalledTimes(1));
  expect(onGap).toHaveBeenCalledTimes(1);
  say(socket, created(5));
  say(socket, { type: 'word_of_the_future', seq: 6 });
  say(socket, { type: 'ping' });
  await vi.waitFor(() => expect(onMessage).toHaveBeenCalledTimes(3));
  expect(onGap).toHaveBeenCalledTimes(1);
  say(socket, created(9));
  await vi.waitFor(() => expect(onMessage).toHaveBeenCalledTimes(4));
  expect(onGap).toHaveBeenCalledTimes(2);
});

test('whose token is worth nothing any more is told, and does not come again', async () => {
  const connection = connected();
  const { onSignedOut, onGap } = listen();
  const [socket] = await connection;
  socket.close(4001, 'signed out');
  await vi.waitFor(() => expect(onSignedOut).toHaveBeenCalledOnce());
  expect(onGap).not.toHaveBeenCalled();
});

test('a connection that is lost is a reason to read again', async () => {
  const connection = connected();
  const { onGap, onSignedOut } = listen();
  const [socket] = await connection;
  socket.terminate();
  await vi.waitFor(() => expect(onGap).toHaveBeenCalledOnce());
  expect(onSignedOut).not.toHaveBeenCalled();
});

test('the longer a server is away, the less often it is asked', () => {
  expect([0, 1, 2, 3, 4, 50].map(waitSeconds)).toEqual([5, 10, 20, 40, 60, 60]);
});
