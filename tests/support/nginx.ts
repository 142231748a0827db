import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { CERTIFICATE, CERTIFICATE_KEY } from '@stagelink/shared/staging/node/testing/certificates';
import { isListening } from './listening.ts';
import { freePort } from './server.ts';
import { systemProgram } from './systemProgram.ts';

const SHIPPED = path.resolve(import.meta.dirname, '../../deploy/nginx.conf');

const nginxPath = () =>
  systemProgram({
    title: 'nginx',
    variable: 'NGINX_PATH',
    names: ['nginx'],
    applications: ['/usr/sbin/nginx'],
  });

export interface Proxied {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Nginx {
  port: number;
  /** What it reports, for example that a server does not answer. */
  output: () => string;
  get: (host: string, path: string, headers?: Record<string, string>) => Promise<Proxied>;
  stop: () => Promise<void>;
}

interface Upstream {
  ports: [number, number];
  appHost: string;
  contentDomain: string;
}

/** Replaces the variables of the shipped file, as its container does. */
async function configuration(values: Record<string, string>): Promise<string> {
  const shipped = await readFile(SHIPPED, 'utf8');
  return shipped.replace(/\$\{([A-Z0-9_]+)\}/g, (variable, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`deploy/nginx.conf names ${variable}, which has no value.`);
    return value;
  });
}

async function writeFiles(folder: string, upstream: Upstream, port: number): Promise<string> {
  await mkdir(path.join(folder, 'certificates'));
  for (const name of ['app', 'content']) {
    await writeFile(path.join(folder, `certificates/${name}.crt`), CERTIFICATE);
    await writeFile(path.join(folder, `certificates/${name}.key`), CERTIFICATE_KEY);
  }
  const [one, two] = upstream.ports;
  const file = path.join(folder, 'nginx.conf');
  const values = {
    APP_HOST: upstream.appHost,
    CONTENT_DOMAIN: upstream.contentDomain,
    SERVER_1: `127.0.0.1:${one}`,
    SERVER_2: `127.0.0.1:${two}`,
    HTTP_PORT: String(await freePort()),
    HTTPS_PORT: String(port),
    CERTIFICATES: path.join(folder, 'certificates'),
    CACHE: path.join(folder, 'cache'),
  };
  await writeFile(file, await configuration(values));
  return file;
}

function get(port: number, host: string, at: string, headers: Record<string, string> = {}): Promise<Proxied> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: at, headers: { Host: host, ...headers } };
    request({ ...options, servername: host, rejectUnauthorized: false }, (response) => {
      buffer(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });
}

/** Runs `nginx -t` over the shipped file and returns its output. */
export async function checkConfiguration(upstream: Upstream): Promise<{ code: unknown; output: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-nginx-'));
  const file = await writeFiles(folder, upstream, await freePort());
  const checked = spawn(nginxPath(), ['-t', '-c', file, '-g', `pid ${folder}/pid;`], { stdio: 'pipe' });
  const output = text(checked.stderr);
  const [code] = await once(checked, 'exit');
  await rm(folder, { recursive: true });
  return { code, output: await output };
}

/** Starts nginx with the shipped file in front of two servers. */
export async function startNginx(upstream: Upstream): Promise<Nginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-nginx-'));
  // As root its workers run as another user.
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = await writeFiles(folder, upstream, port);
  const child = spawn(nginxPath(), ['-c', file, '-g', `daemon off; pid ${folder}/pid;`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let reported = '';
  child.stderr.on('data', (chunk) => (reported += String(chunk)));
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${reported}`);
    await new Promise((done) => setTimeout(done, 20));
  }
  return {
    port,
    output: () => reported,
    get: (host, at, headers) => get(port, host, at, headers),
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
