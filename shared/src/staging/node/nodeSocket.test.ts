import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { nodeSocket } from './nodeSocket.ts';

async function listen(server: http.Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What a socket reports, and how to close it. */
function connect(server: string, environment = {}) {
  const opened = Promise.withResolvers<void>();
  const message = Promise.withResolvers<string>();
  const closed = Promise.withResolvers<number>();
  const { close } = nodeSocket({ server, token: 'secret', userAgent: 'test', environment })({
    onOpen: opened.resolve,
    onMessage: (data) => message.resolve(String(data)),
    onClose: closed.resolve,
  });
  onTestFinished(close);
  return { opened: opened.promise, message: message.promise, closed: closed.promise, close };
}

test('a socket carries its token and reports what is sent until it is closed', async () => {
  const server = http.createServer();
  const sockets = new WebSocketServer({ server });
  const address = await listen(server);
  const requested = new Promise<http.IncomingMessage>((resolve) =>
    sockets.once('connection', (socket, request) => {
      socket.send('hello');
      resolve(request);
    }),
  );
  const { opened, message, closed, close } = connect(`${address}/`);
  await opened;
  const { url, headers } = await requested;
  expect(url).toBe('/api/events');
  expect(headers).toMatchObject({ authorization: 'Bearer secret', 'user-agent': 'test' });
  expect(await message).toBe('hello');
  close();
  expect(await closed).toBe(1006);
});

test.each([
  ['rejects the token', 401, 4001],
  ['is not ready', 503, 1006],
])('a server that %s closes with a code that says so', async (_name, status, code) => {
  const address = await listen(
    http.createServer().on('upgrade', (_request, socket) => {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    }),
  );
  expect(await connect(address).closed).toBe(code);
});

test('a server that is down, and a proxy that cannot be used, count as a loss', async () => {
  expect(await connect('http://127.0.0.1:9').closed).toBe(1006);
  expect(await connect('http://stage.example.com', { HTTP_PROXY: 'nonsense' }).closed).toBe(1006);
});
