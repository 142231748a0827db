import { fork } from 'node:child_process';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { AUTHORITY, CERTIFICATE, CERTIFICATE_KEY } from '@stagelink/shared/staging/node/testing/certificates';
import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import { startProxy } from '@stagelink/shared/staging/node/testing/proxy';
import { stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { expect, onTestFinished, test } from 'vitest';
import type { StageRecord } from '../protocol/folders.ts';
import type { FromEngine } from '../protocol/engine.ts';
import { ACCOUNT, storeFolder } from './testing/testEngine.ts';

const SCRIPT = path.join(import.meta.dirname, 'index.ts');

/** Opens an encrypted local port that forwards to another one. */
async function encrypted(to: number): Promise<number> {
  const server = tls.createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (socket) => {
    const target = net.connect(to, '127.0.0.1');
    socket.on('error', () => target.destroy());
    target.on('error', () => socket.destroy());
    target.pipe(socket).pipe(target);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('behind a proxy, with a certificate of a company, what is staged and the live channel go through both', async () => {
  const server = await stagingServer();
  const proxy = await startProxy(await encrypted(Number(new URL(server.url).port)));
  onTestFinished(proxy.close);
  const authority = path.join(folderWith({ 'authority.crt': AUTHORITY }), 'authority.crt');
  const site = folderWith({ 'index.html': '<!doctype html><title>Home</title>' });
  // OpenSSL reads the system's authorities from here.
  const env = { ...process.env, SSL_CERT_FILE: authority };
  const child = fork(SCRIPT, [storeFolder()], { execArgv: [], serialization: 'advanced', env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { promise, resolve } = Promise.withResolvers<StageRecord>();
  child.on('message', (message: FromEngine) => {
    if (message.type === 'ready') {
      const account = { id: ACCOUNT, server: 'https://stage.test', token: 'stl_pat_test', proxy: proxy.url };
      child.send({ id: 1, command: 'accounts.set', args: [[account], ACCOUNT] });
      child.send({ id: 2, command: 'folders.add', args: [site] });
    }
    if (message.type === 'answer' && message.id === 2)
      child.send({ id: 3, command: 'folders.stage', args: [(message.value as { id: string }).id] });
    if (message.type === 'signal' && message.signal === 'stage.ended')
      resolve(message.args[1] as StageRecord);
  });

  expect(await promise).toMatchObject({ outcome: 'staged', version: 1 });
  expect(new Set(proxy.seen)).toEqual(new Set(['CONNECT stage.test:443']));
  while (!server.requests.some((request) => request.includes('/api/events')))
    await new Promise((next) => setTimeout(next, 10));
});
