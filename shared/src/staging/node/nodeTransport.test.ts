import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { NetworkError } from '../../client/call.ts';
import { proxyOf } from './agent.ts';
import { nodeSend } from './nodeTransport.ts';
import { AUTHORITY, CERTIFICATE, CERTIFICATE_KEY } from './testing/certificates.ts';
import { folderWith } from './testing/folders.ts';
import { startProxy, startSocksProxy } from './testing/proxy.ts';

const serve = (handle: http.RequestListener): Promise<number> => listen(http.createServer(handle));

const serveEncrypted = (handle: http.RequestListener): Promise<number> =>
  listen(https.createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, handle));

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    if (server instanceof http.Server || server instanceof https.Server) server.closeAllConnections();
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
  expect(await send({ method: 'POST', path: '/x?y=1', json: '{"a":1}' })).toMatchObject({
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
  // The connection, which has no reader, becomes idle and times out long before the body ends.
  await expect(sending).rejects.toThrow('it did not respond in time');
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
    `http://localhost:${port} could not be reached: it did not respond in time.`,
  );
});

test('a program that is busy while it connects waits for its connection', async () => {
  const port = await serve((_request, response) => void response.end('ok'));
  const sending = nodeSend({ server: `http://localhost:${port}` })({ method: 'GET', path: '/' });
  // Longer than Node gives each address of a name by default.
  process.nextTick(() =>
    process.nextTick(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)),
  );
  expect(await sending).toMatchObject({ status: 200 });
});

test('cancelling ends a request, but not one that must finish', async () => {
  const stop = new AbortController();
  const port = await serve((_request, response) => {
    stop.abort();
    setImmediate(() => response.end('done'));
  });
  const server = `http://localhost:${port}`;
  const finishing = nodeSend({ server, signal: stop.signal });
  expect((await finishing({ method: 'POST', path: '/', mustFinish: true })).text).toBe('done');
  await expect(finishing({ method: 'POST', path: '/' })).rejects.toBeInstanceOf(NetworkError);
});

test('an address of http that is asked for https says so, without the words of OpenSSL', async () => {
  const port = await serve((_request, response) => void response.end());
  const send = nodeSend({ server: `https://localhost:${port}` });
  await expect(send({ method: 'GET', path: '/' })).rejects.toThrow(
    `https://localhost:${port} could not be reached: it does not support HTTPS.`,
  );
});

test('what answers without HTTP is named for what it is', async () => {
  const mail = net.createServer((socket) => void socket.end('220 mail.example.com ESMTP\r\n'));
  const port = await listen(mail);
  const send = nodeSend({ server: `http://localhost:${port}` });
  await expect(send({ method: 'GET', path: '/' })).rejects.toThrow('the response is not HTTP.');
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

async function proxyTo(port: number, credentials?: string) {
  const proxy = await startProxy(port, credentials);
  onTestFinished(proxy.close);
  return proxy;
}

test('requests go through the proxy that the environment names', async () => {
  const proxy = await proxyTo(await serve((request, response) => void response.end(request.headers.host)));
  const send = nodeSend({ server: 'http://stage.test/base', environment: { HTTP_PROXY: proxy.url } });
  expect((await send({ method: 'GET', path: '/x' })).text).toBe('stage.test');
  expect(proxy.seen).toEqual(['http://stage.test/base/x']);
});

test('credentials in the address of a proxy are sent to it', async () => {
  const port = await serve((request, response) => void response.end(request.headers.host));
  const proxy = await proxyTo(port, 'ada@home:s:cret');
  const url = proxy.url.replace('//', '//ada%40home:s%3Acret@');
  const send = nodeSend({ server: 'http://stage.test', environment: { HTTP_PROXY: url } });
  expect((await send({ method: 'GET', path: '/' })).text).toBe('stage.test');
});

test('a SOCKS proxy resolves the name of the server itself', async () => {
  const proxy = await startSocksProxy(
    await serve((request, response) => void response.end(request.headers.host)),
  );
  onTestFinished(proxy.close);
  const send = nodeSend({ server: 'http://stage.test', environment: { all_proxy: proxy.url } });
  expect((await send({ method: 'GET', path: '/' })).text).toBe('stage.test');
  expect(proxy.seen).toEqual(['stage.test:80']);
});

test.each(['http', 'https'])(
  'a proxy that asks for a password is named, for a server of %s',
  async (protocol) => {
    const proxy = await proxyTo(
      await serve((_request, response) => void response.end('never')),
      'ada:secret',
    );
    const environment = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
    const send = nodeSend({ server: `${protocol}://stage.test`, environment });
    await expect(send({ method: 'GET', path: '/' })).rejects.toThrow(
      `the proxy asks for a user name and a password. Add them to its address`,
    );
    expect(proxy.seen).toEqual([]);
  },
);

test.each([
  ['*', true],
  ['example.com, stage.test', true],
  ['stage.test:80', true],
  ['.test', true],
  ['*.test', true],
  ['STAGE.TEST', true],
  ['test', false],
  ['stage.test:8080', false],
  ['other.test', false],
  ['', false],
])('with NO_PROXY “%s” the server is asked directly: %s', (NO_PROXY, isDirect) => {
  const environment = { HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY };
  expect(proxyOf(new URL('http://stage.test'), environment) === null).toBe(isDirect);
});

test('a server on this machine is asked directly, whatever proxy is set', async () => {
  const port = await serve((_request, response) => void response.end('direct'));
  const environment = { HTTP_PROXY: 'http://127.0.0.1:1' };
  const send = nodeSend({ server: `http://localhost:${port}`, environment });
  expect((await send({ method: 'GET', path: '/' })).text).toBe('direct');
});

test('a proxy that does not answer is named, without its password', async () => {
  const environment = { HTTP_PROXY: 'http://ada:secret@127.0.0.1:1' };
  const send = nodeSend({ server: 'http://stage.test', environment });
  await expect(send({ method: 'GET', path: '/' })).rejects.toThrow(
    'http://stage.test could not be reached: nothing responds there. HTTP_PROXY names the proxy http://127.0.0.1:1.',
  );
});

test('a proxy whose address cannot be used is refused in a sentence', () => {
  const open = () => nodeSend({ server: 'https://stage.test', environment: { HTTPS_PROXY: 'proxy' } });
  expect(open).toThrow(NetworkError);
  expect(open).toThrow('HTTPS_PROXY is “proxy”, which is not a proxy URL');
});

test('a certificate that no authority of this system issued is refused, and says what to do', async () => {
  const port = await serveEncrypted((_request, response) => void response.end('never'));
  const send = nodeSend({ server: `https://localhost:${port}` });
  await expect(send({ method: 'GET', path: '/' })).rejects.toThrow('its certificate is not trusted. If your');
});

test('an authority of the system is trusted, through a proxy too', async () => {
  const proxy = await proxyTo(await serveEncrypted((_request, response) => void response.end('trusted')));
  const folder = folderWith({ 'authority.crt': AUTHORITY });
  const script = path.join(folder, 'send.mjs');
  const module = new URL('./nodeTransport.ts', import.meta.url).href;
  writeFileSync(
    script,
    `import { nodeSend } from ${JSON.stringify(module)};
     const send = nodeSend({ server: 'https://stage.test' });
     console.log((await send({ method: 'GET', path: '/' })).text);
     process.exit();`,
  );
  // OpenSSL reads the system's authorities from here.
  const env = { SSL_CERT_FILE: path.join(folder, 'authority.crt'), https_proxy: proxy.url };
  const cwd = fileURLToPath(new URL('../../../..', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env, cwd });
  expect({ stdout, seen: proxy.seen }).toEqual({ stdout: 'trusted\n', seen: ['CONNECT stage.test:443'] });
});
