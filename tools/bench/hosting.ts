import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CERTIFICATE, CERTIFICATE_KEY } from '@stagelink/shared/staging/node/testing/certificates';
import { findProgram } from '../../scripts/setup/apt.mjs';
import { isListening } from '../../tests/support/listening.ts';
import { startNginx as startShippedNginx } from '../../tests/support/nginx.ts';
import { manySites } from './support/manySites.ts';

// Compares hosting with nginx: both serve the same precompressed bytes from the same core, in turn. Needs
// Linux with nginx, wrk and taskset (Debian: apt-get install nginx wrk util-linux). Figures are medians;
// see `ROUNDS`. A bare `node:http` server with the same responses shows the limit of Node's own server. The shipped nginx,
// in front of Stagelink, is compared over TLS with an nginx that serves the files from disk, both on all cores.

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
const CONNECTIONS = 64;
const SERVER_CORE = '0';
const LOAD_CORE = '1';
const VIEWED_SITES = Number(process.env['BENCH_SITES'] ?? 10_000);

interface Side {
  name: string;
  port: number;
  host: string;
  /** Process whose CPU time is counted. */
  pid: number;
}

interface Sample {
  perSecond: number;
  cpuMicros: number;
}

interface Load {
  name: string;
  bar: string;
  paths: string[];
  revalidates: boolean;
}

const LOADS: Load[] = [
  { name: 'a whole site, mixed', bar: '≥ 0.80', paths: ['/', '/style.css', '/app.js'], revalidates: false },
  { name: 'small files (html, css)', bar: '≥ 0.60', paths: ['/', '/style.css'], revalidates: false },
  { name: '304 revalidation', bar: '≥ 0.55', paths: ['/', '/style.css', '/app.js'], revalidates: true },
];

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function siteFiles(): Promise<Record<string, Buffer>> {
  const library = async (name: string, bytes: number) =>
    (await readFile(path.join(ROOT, 'node_modules', name))).subarray(0, bytes);
  const items = Array.from(
    { length: 18 },
    (_, n) => `<li><a href="/page/${n}">An entry of the list, number ${n}</a></li>`,
  );
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A site</title>' +
    `<link rel="stylesheet" href="/style.css"><script type="module" src="/app.js"></script></head><body><ul>${items.join('\n')}</ul></body></html>`;
  return {
    'index.html': Buffer.from(html),
    'style.css': await library('pdfjs-dist/web/pdf_viewer.css', 20_000),
    'app.js': await library('react-dom/cjs/react-dom-client.production.js', 300_000),
  };
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export function get(port: number, host: string, at: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { Host: host, 'Accept-Encoding': 'br' };
    const sent = request({ agent, host: '127.0.0.1', port, path: at, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function stage(port: number, files: Record<string, Buffer>): Promise<string> {
  const call = async (at: string, init: RequestInit) => {
    const answer = await fetch(`http://127.0.0.1:${port}${at}`, { method: 'POST', ...init });
    if (!answer.ok) throw new Error(`${at}: ${await answer.text()}`);
    return (await answer.json()) as { sessionToken: string; contentUrl: string };
  };
  const { sessionToken } = await call('/auth/register', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.com', password: 'correct horse battery', name: 'Bench' }),
  });
  const form = new FormData();
  for (const [name, body] of Object.entries(files))
    form.append('files', new Blob([new Uint8Array(body)]), name);
  const { contentUrl } = await call('/api/snapshots/upload?password=none', {
    headers: { Authorization: `Bearer ${sessionToken}` },
    body: form,
  });
  return new URL(contentUrl).host;
}

async function startStagelink(
  dir: string,
): Promise<{ port: number; pid: number; stop: () => Promise<void> }> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const child = spawn(
    'taskset',
    ['-c', SERVER_CORE, process.execPath, '--max-semi-space-size=8', 'server/src/main.ts'],
    {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'error', PORT: String(port), STAGELINK_DATA: dir },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const deadline = Date.now() + 60_000;
  while (!(await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.ok) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('The server did not start');
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Waits until every file is served compressed; returns the bytes as served. */
async function compressedFiles(port: number, host: string): Promise<Map<string, Answer>> {
  const files = new Map<string, Answer>();
  const deadline = Date.now() + 120_000;
  while (files.size < 3) {
    if (Date.now() > deadline) throw new Error('The files were not compressed within two minutes');
    for (const at of ['/', '/style.css', '/app.js']) {
      const answer = await get(port, host, at);
      if (answer.headers['content-encoding'] === 'br') files.set(at, answer);
    }
    await new Promise((done) => setTimeout(done, 500));
  }
  return files;
}

interface DiskNginx {
  port: number;
  stop: () => Promise<void>;
}

/** Serves the files from disk: on one core over HTTP, or on all cores over TLS as the shipped configuration does. */
async function startDiskNginx(
  dir: string,
  files: Map<string, Answer>,
  isSecure: boolean,
): Promise<DiskNginx> {
  const port = (isSecure ? 33_000 : 30_000) + Math.floor(Math.random() * 2_000);
  const web = path.join(dir, 'web');
  await mkdir(web, { recursive: true });
  for (const [at, { body }] of files) await writeFile(path.join(web, at === '/' ? 'index.html' : at), body);
  await writeFile(path.join(dir, 'app.crt'), CERTIFICATE);
  await writeFile(path.join(dir, 'app.key'), CERTIFICATE_KEY);
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${dir}/${name};`,
  );
  const secure = `ssl_certificate ${dir}/app.crt; ssl_certificate_key ${dir}/app.key; ssl_session_tickets off;`;
  await writeFile(
    path.join(dir, 'nginx.conf'),
    `worker_processes ${isSecure ? 'auto' : 1}; pid ${dir}/nginx.pid; error_log ${dir}/error.log; daemon off; user root;
events { worker_connections 1024; multi_accept on; }
http {
  types { text/html html; text/css css; text/javascript js; }
  ${own.join(' ')}
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; etag on;
  ${isSecure ? secure : 'keepalive_requests 100000000;'}
  open_file_cache max=1000 inactive=1h; open_file_cache_valid 1h;
  server {
    listen 127.0.0.1:${port}${isSecure ? ' ssl http2' : ''}; root ${web}; charset utf-8;
    add_header Content-Encoding br; add_header Vary Accept-Encoding; add_header Cache-Control no-cache;
    add_header Referrer-Policy no-referrer; add_header X-Robots-Tag noindex; add_header X-Content-Type-Options nosniff;
    add_header Cross-Origin-Resource-Policy cross-origin; add_header Origin-Agent-Cluster ?1;
  }
}`,
  );
  const cores = isSecure ? `${SERVER_CORE},${LOAD_CORE}` : SERVER_CORE;
  const child = spawn('taskset', ['-c', cores, 'nginx', '-p', dir, '-c', path.join(dir, 'nginx.conf')], {
    stdio: 'inherit',
  });
  const deadline = Date.now() + 10_000;
  while (!(await isListening(port))) {
    if (Date.now() > deadline) throw new Error('nginx did not start');
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    port,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function startNginx(dir: string, files: Map<string, Answer>): Promise<DiskNginx & { pid: number }> {
  const started = await startDiskNginx(dir, files, false);
  const { stdout } = await run('pgrep', ['-P', (await readFile(`${dir}/nginx.pid`, 'utf8')).trim()]);
  return { ...started, pid: Number(stdout.trim().split('\n')[0]) };
}

/** Serves prepared responses from memory. */
async function startBare(
  dir: string,
  files: Map<string, Answer>,
): Promise<{ port: number; pid: number; stop: () => Promise<void> }> {
  const ready = [...files].map(([at, { headers, body }]) => {
    const { date: _, connection: __, 'keep-alive': ___, ...own } = headers;
    const all = Object.entries(own);
    const notModified = all.filter(([name]) => !name.startsWith('content-')).flat();
    return [at, { etag: headers.etag, headers: all.flat(), notModified, body: body.toString('base64') }];
  });
  const port = 32_000 + Math.floor(Math.random() * 500);
  const file = path.join(dir, 'bare.mjs');
  await writeFile(
    file,
    `import { createServer } from 'node:http';
const files = ${JSON.stringify(Object.fromEntries(ready))};
for (const file of Object.values(files)) file.body = Buffer.from(file.body, 'base64');
createServer((request, response) => {
  const { etag, headers, notModified, body } = files[request.url];
  if (request.headers['if-none-match'] === etag) response.writeHead(304, notModified).end();
  else response.writeHead(200, headers).end(body);
}).listen(${port}, '127.0.0.1', () => process.stdout.write('ready'));`,
  );
  const child = spawn('taskset', ['-c', SERVER_CORE, process.execPath, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Returns the CPU time of a process in microseconds; the kernel counts in hundredths of a second. */
async function cpuMicros(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

async function residentMb(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

async function script(dir: string, side: Side, { paths, revalidates }: Load): Promise<string> {
  const conditions = await Promise.all(
    paths.map(async (at) => {
      const etag = revalidates ? (await get(side.port, side.host, at)).headers.etag : undefined;
      return etag === undefined ? '' : `, ["If-None-Match"]=${JSON.stringify(etag)}`;
    }),
  );
  return writeScript(dir, side.host, paths, conditions);
}

async function writeScript(
  dir: string,
  host: string,
  paths: string[],
  conditions: string[],
): Promise<string> {
  const lines = paths.map(
    (at, n) => `wrk.format("GET", "${at}", {Host="${host}", ["Accept-Encoding"]="br"${conditions[n] ?? ''}})`,
  );
  const file = path.join(dir, 'load.lua');
  // Requests are prepared, so that the load generator is not what is measured.
  await writeFile(
    file,
    `local all, n = nil, 0
function request() if not all then all = {${lines.join(',')}} end; n = n % #all + 1; return all[n] end`,
  );
  return file;
}

async function measure(dir: string, side: Side, load: Load): Promise<Sample> {
  const lua = await script(dir, side, load);
  const before = await cpuMicros(side.pid);
  const url = `http://127.0.0.1:${side.port}`;
  const settings = ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, '-s', lua, url];
  const { stdout } = await run('taskset', ['-c', LOAD_CORE, 'wrk', ...settings]);
  const used = (await cpuMicros(side.pid)) - before;
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${side.name} answered with errors:\n${stdout}`);
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]), cpuMicros: used / requests };
}

const SIDES = ['Stagelink', 'nginx', 'bare Node'] as const;

function row(load: Load, samples: Sample[][]): string {
  const [ours = NaN, nginx = NaN, bare = NaN] = samples.map((side) =>
    median(side.map(({ perSecond }) => perSecond)),
  );
  const [cpu = NaN, cpuNginx = NaN, cpuBare = NaN] = samples.map((side) =>
    median(side.map(({ cpuMicros }) => cpuMicros)),
  );
  const cells = [
    load.name,
    ...[ours, nginx, bare].map((figure) => figure.toFixed(0)),
    `${(ours / nginx).toFixed(2)} (${(bare / nginx).toFixed(2)})`,
    load.bar,
    ...[cpu, cpuNginx, cpuBare].map((figure) => figure.toFixed(1)),
    `${(cpu / cpuNginx).toFixed(2)} (${(cpuBare / cpuNginx).toFixed(2)})`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Requests per second over TLS, from a load generator that shares the cores. */
async function perSecondOverTls(dir: string, port: number, host: string, paths: string[]): Promise<number> {
  const lua = await writeScript(dir, host, paths, []);
  const url = `https://127.0.0.1:${port}`;
  const settings = ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, '-s', lua, url];
  const { stdout } = await run('wrk', settings);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`Port ${port} answered with errors:\n${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

/** Compares the shipped nginx, in front of Stagelink, with an nginx that has the files. */
async function benchShipped(dir: string, site: Pick<Side, 'port' | 'host'>, files: Map<string, Answer>) {
  const [name = ''] = site.host.split(':');
  const ports: [number, number] = [site.port, site.port];
  const shipped = await startShippedNginx({ ports, appHost: 'stage.test', contentDomain: 'localhost' });
  const disk = await startDiskNginx(path.join(dir, 'disk'), files, true);
  try {
    for (const { name: title, paths } of LOADS.filter(({ revalidates }) => !revalidates)) {
      const rounds: [number, number][] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const ours = await perSecondOverTls(dir, shipped.port, name, paths);
        rounds.push([ours, await perSecondOverTls(dir, disk.port, 'localhost', paths)]);
      }
      const [ours, fromDisk] = [median(rounds.map(([a]) => a)), median(rounds.map(([, b]) => b))];
      const ratio = median(rounds.map(([a, b]) => a / b));
      const figures = `${ours.toFixed(0)}/s, from disk ${fromDisk.toFixed(0)}/s, ratio ${ratio.toFixed(2)}`;
      process.stdout.write(`behind the shipped nginx, ${title}: ${figures} (bar ≥ 0.9)\n`);
    }
  } finally {
    await disk.stop();
    await shipped.stop();
  }
}

async function bench(dir: string): Promise<void> {
  const running: { stop: () => Promise<void> }[] = [];
  /** Registers a process so that it is stopped in any case. */
  async function keep<T extends (typeof running)[number]>(starting: Promise<T>): Promise<T> {
    const started = await starting;
    running.unshift(started);
    return started;
  }
  try {
    const data = path.join(dir, 'data');
    const seeded = await manySites(data, VIEWED_SITES);
    const stagelink = await keep(startStagelink(data));
    const host = await stage(stagelink.port, await siteFiles());
    const files = await compressedFiles(stagelink.port, host);
    const nginx = await keep(startNginx(path.join(dir, 'nginx'), files));
    const bare = await keep(startBare(dir, files));
    const sides: Side[] = [
      { name: SIDES[0], host, ...stagelink },
      { name: SIDES[1], host: 'localhost', ...nginx },
      { name: SIDES[2], host: 'localhost', ...bare },
    ];
    process.stdout.write(
      `| hosting | ${SIDES.join('/s | ')}/s | ratio (bare) | bar | ${SIDES.map((name) => `${name} µs CPU`).join(' | ')} | ratio (bare), bar ≤ 2.0 |\n` +
        `|---|--:|--:|--:|--:|---|--:|--:|--:|--:|\n`,
    );
    for (const load of LOADS) {
      const samples: Sample[][] = sides.map(() => []);
      for (let round = 0; round < ROUNDS; round++) {
        for (const [at, side] of sides.entries()) samples[at]?.push(await measure(dir, side, load));
      }
      process.stdout.write(`${row(load, samples)}\n`);
    }
    await benchShipped(dir, { port: stagelink.port, host }, files);
    const before = await residentMb(stagelink.pid);
    for (let at = 0; at < seeded.length; at += 16) {
      await Promise.all(
        seeded.slice(at, at + 16).flatMap((label) =>
          ['/', '/app.js'].map(async (file) => {
            const { status } = await get(stagelink.port, `${label}.localhost`, file);
            if (status !== 200) throw new Error(`${label}${file} answered ${status}`);
          }),
        ),
      );
    }
    const grown = (await residentMb(stagelink.pid)) - before;
    process.stdout.write(
      `\nresident memory after ${seeded.length} different snapshots were viewed: ${grown.toFixed(0)} MB more (bar ≤ 150 MB)\n`,
    );
  } finally {
    agent.destroy();
    for (const { stop } of running) await stop();
  }
}

const missing = ['nginx', 'wrk', 'taskset'].filter((name) => !findProgram(name));
if (missing.length > 0) throw new Error(`There is no ${missing.join(' and no ')} to measure with`);

const dir = await mkdtemp(path.join(tmpdir(), 'stagelink-bench-'));
await chmod(dir, 0o711); // as root the database runs as another user
for (const name of ['nginx', 'disk']) await mkdir(path.join(dir, name), { mode: 0o755 });
try {
  await bench(dir);
} finally {
  await rm(dir, { recursive: true, force: true });
}
