import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { AUTHORITY, CERTIFICATE, CERTIFICATE_KEY } from '@stagelink/shared/staging/node/testing/certificates';
import { type Proxy, startProxy } from '@stagelink/shared/staging/node/testing/proxy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Server, startServer } from '../support/server.ts';
import { type Account, type Ran, signUp } from '../support/stagelink.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CREDENTIALS = 'ada:s:cret';

let node: string;
let server: Server;
let account: Account;
let encrypted: tls.Server;
let proxy: Proxy;
let home: string;

/** The oldest Node that the command says it runs on. */
async function oldestNode(): Promise<string> {
  const { engines } = JSON.parse(await readFile(path.join(ROOT, 'cli/package.json'), 'utf8')) as {
    engines: { node: string };
  };
  const [, version = ''] = /^>=(\d+\.\d+)$/.exec(engines.node) ?? [];
  const code = `import { installNode } from ${JSON.stringify(path.join(ROOT, 'scripts/setup/node.mjs'))};
    process.stdout.write(await installNode('${version}.0', '.cache/node-${version}'));`;
  return (await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code])).stdout;
}

/** Serves https in front of the server, with a certificate of a company's own authority. */
async function encrypt(port: number): Promise<tls.Server> {
  const front = tls.createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (socket) => {
    const target = net.connect(port, 'localhost');
    socket.pipe(target).pipe(socket);
    socket.on('error', () => target.destroy());
    target.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return front;
}

beforeAll(async () => {
  node = await oldestNode();
  server = await startServer();
  account = await signUp(server.url, 'Ada');
  encrypted = await encrypt(Number(new URL(server.url).port));
  proxy = await startProxy((encrypted.address() as AddressInfo).port, CREDENTIALS);
  home = await mkdtemp(path.join(tmpdir(), 'stagelink-home-'));
  await writeFile(path.join(home, 'authority.crt'), AUTHORITY);
  await writeFile(path.join(home, 'index.html'), '<!doctype html><title>Old Node</title>');
}, 300_000);
afterAll(async () => {
  proxy.close();
  encrypted.close();
  await server.stop();
  await rm(home, { recursive: true, force: true });
});

/** Runs the built command on that Node, as in a company: through a proxy, to a server of its own authority. */
const run = (env: Record<string, string>, ...args: string[]) =>
  new Promise<Ran>((resolve) => {
    execFile(
      node,
      [path.join(ROOT, 'cli/bin/stagelink.js'), ...args],
      {
        env: {
          PATH: process.env['PATH'],
          HOME: home,
          STAGELINK_SERVER: 'https://stage.test',
          STAGELINK_TOKEN: account.token,
          NODE_EXTRA_CA_CERTS: path.join(home, 'authority.crt'),
          ...env,
        },
      },
      (failure, stdout, stderr) => resolve({ code: Number(failure?.code ?? 0), stdout, stderr }),
    );
  });

test('a folder is staged over https, through a proxy with a password, trusting the company’s certificate', async () => {
  const HTTPS_PROXY = proxy.url.replace('//', `//${CREDENTIALS}@`);
  const { code, stdout, stderr } = await run(
    { HTTPS_PROXY },
    'stage',
    home,
    '--json',
    '--yes',
    '--no-password',
  );
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const { data } = JSON.parse(stdout) as { data: { version: number } };
  expect(data.version).toBe(1);
  expect(new Set(proxy.seen)).toEqual(new Set(['CONNECT stage.test:443']));
});

test('a proxy without its password is named, and what to add to its address', async () => {
  const { code, stderr } = await run({ HTTPS_PROXY: proxy.url }, 'whoami');
  expect(code).toBe(6);
  expect(stderr).toContain('the proxy asks for a user name and a password');
  expect(stderr).toContain(`HTTPS_PROXY names the proxy ${proxy.url}`);
});

test('a certificate of an authority that is not trusted is refused with what to do', async () => {
  const HTTPS_PROXY = proxy.url.replace('//', `//${CREDENTIALS}@`);
  const { code, stderr } = await run({ HTTPS_PROXY, NODE_EXTRA_CA_CERTS: '' }, 'whoami');
  expect(code).toBe(6);
  expect(stderr).toContain('NODE_EXTRA_CA_CERTS');
});
