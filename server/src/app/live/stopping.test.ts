import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createServer } from '../server.ts';
import { worldForTest } from '../../testing/world.ts';

/** Starts a separate server for a world's app, to stop it midway. */
async function listening(closeMs?: number) {
  const world = await worldForTest();
  const owner = await world.build.user();
  const { http, stop } = createServer(world.app, closeMs);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  return { http, stop, port, secret: owner.secret };
}

/** A client that requests a channel and never closes the connection. */
function stubborn(port: number, path: string, headers = ''): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${headers}\r\n`,
  );
  return socket;
}

test('a stopping server accepts no socket that was requested just before', async () => {
  const { http, stop, port, secret } = await listening();
  const stopped = new Promise<void>((resolve) => http.once('upgrade', () => resolve(stop())));
  const socket = stubborn(port, '/api/events', `Authorization: Bearer ${secret}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('HTTP/1.1 503');
  await stopped;
});

test('a rejected client that does not disconnect does not prevent a stop', async () => {
  const { http, stop, port } = await listening();
  const socket = stubborn(port, '/elsewhere');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('HTTP/1.1 404');
  await stop();
  expect(http.listening).toBe(false);
});

test('a client that does not close its socket does not prevent a stop', async () => {
  const { http, stop, port, secret } = await listening(0);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/events`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.pause();
  await stop();
  expect(http.listening).toBe(false);
});
