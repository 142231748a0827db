import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { NetworkError } from '../client.ts';
import { nodeSend } from './send.ts';

async function serve(handle: http.RequestListener): Promise<number> {
  const server = http.createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('sends JSON with the token and gives back status and text', async () => {
  const port = await serve((request, response) => {
    void text(request).then((body) =>
      response
        .writeHead(201)
        .end(`${request.method} ${request.url} ${request.headers.authorization} ${body}`),
    );
  });
  const send = nodeSend({ server: `http://localhost:${port}`, token: 'secret' });
  expect(await send({ method: 'POST', path: '/x?y=1', json: '{"a":1}' })).toEqual({
    status: 201,
    text: 'POST /x?y=1 Bearer secret {"a":1}',
  });
});

test('names under localhost are this machine', async () => {
  const port = await serve((request, response) => void response.end(request.headers.host));
  const send = nodeSend({ server: `http://any.thing.localhost:${port}` });
  expect((await send({ method: 'GET', path: '/' })).text).toBe(`any.thing.localhost:${port}`);
});

test.each([
  ['http://localhost:4600', true],
  ['http://a.localhost:4600/base', true],
  ['http://127.0.0.1:4600', true],
  ['http://127.1:4600', true],
  ['http://[::1]:4600', true],
  ['https://localhost.example.com', false],
  ['https://notlocalhost', false],
  ['https://128.0.0.1', false],
  ['https://stage.example.com', false],
])('%s is this machine: %s', (server, isLocal) => {
  expect(nodeSend({ server }).isLocal).toBe(isLocal);
});

test('one connection serves many requests', async () => {
  const ports = new Set<number>();
  const port = await serve((request, response) => {
    ports.add(request.socket.remotePort ?? 0);
    response.end('ok');
  });
  const send = nodeSend({ server: `http://localhost:${port}` });
  for (let i = 0; i < 5; i += 1) await send({ method: 'GET', path: '/' });
  expect(ports.size).toBe(1);
});

test('a body is made no faster than it is taken', async () => {
  let made = 0;
  const port = await serve((request) => void request.once('data', () => request.pause()));
  const stop = new AbortController();
  const send = nodeSend({ server: `http://localhost:${port}`, signal: stop.signal, idleMs: 300 });
  function* body(): Generator<Buffer> {
    for (; made < 4_000; made += 1) yield Buffer.alloc(64 * 1024);
  }
  const sending = send({ method: 'PUT', path: '/', stream: { type: 'application/zip', body: body() } });
  // Nobody reads, so the connection falls silent: it ends by itself, long before the body does.
  await expect(sending).rejects.toThrow('it did not answer in time');
  expect(made).toBeLessThan(1_000);
});

test('the memory of a chunk may be used again once the next is asked for', async () => {
  const port = await serve((request, response) => {
    void text(request).then((body) => response.end(body));
  });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  function* body() {
    const memory = Buffer.alloc(200_000);
    for (const letter of letters) yield memory.fill(letter);
    memory.fill('?');
  }
  const send = nodeSend({ server: `http://localhost:${port}` });
  const stream = { type: 'text/plain', body: body() };
  const answer = await send({ method: 'POST', path: '/', stream });
  expect(answer.text.replace(/(.)\1+/g, '$1')).toBe(letters.join(''));
});

test('a server that says nothing is given up, in a sentence', async () => {
  const port = await serve(() => {});
  const send = nodeSend({ server: `http://localhost:${port}`, idleMs: 50 });
  const sending = send({ method: 'GET', path: '/' });
  await expect(sending).rejects.toBeInstanceOf(NetworkError);
  await expect(sending).rejects.toThrow(
    `http://localhost:${port} could not be reached: it did not answer in time.`,
  );
});

test('a body that fails fails the request', async () => {
  const port = await serve((request, response) => void request.on('end', () => response.end()).resume());
  const send = nodeSend({ server: `http://localhost:${port}` });
  async function* body(): AsyncGenerator<Buffer> {
    yield Buffer.from('a');
    throw new Error('the file is gone');
  }
  await expect(
    send({ method: 'PUT', path: '/', stream: { type: 'application/zip', body: body() } }),
  ).rejects.toThrow('the file is gone');
});
