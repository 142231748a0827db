import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { answerReaders } from './slowReaders.ts';

const MB = 1024 * 1024;
const limits = { totalBytes: 40 * MB, pipelined: 16, checkEveryMs: 20 };

async function defended(answer: RequestListener): Promise<number> {
  const http = createServer();
  answerReaders(http, answer, limits);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return (http.address() as AddressInfo).port;
}

/** Connects a client that sends this many requests and reads nothing. */
async function silent(port: number, requests = 1): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests));
  return socket;
}

test('clients that do not read use limited memory, and others are served', async () => {
  const body = Buffer.alloc(16 * MB);
  const open = new Set<unknown>();
  const closed = Promise.withResolvers<void>();
  const port = await defended((request, response) => {
    const { socket } = request;
    if (request.url === '/') open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      if (open.size <= 2) closed.resolve();
    });
    response.end(body);
  });
  await Promise.all(Array.from({ length: 8 }, () => silent(port)));
  await closed.promise;
  expect(open.size).toBeGreaterThan(0);
  const answer = await fetch(`http://127.0.0.1:${port}/read`);
  expect((await answer.arrayBuffer()).byteLength).toBe(body.length);
});

test('a connection that keeps sending requests without reading is closed', async () => {
  let received = 0;
  const gone = Promise.withResolvers<void>();
  const port = await defended((request) => {
    received += 1;
    if (received === 1) request.socket.once('close', () => gone.resolve());
  });
  await silent(port, 200);
  await gone.promise;
  expect(received).toBe(limits.pipelined);
});
