import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reportError } from '@stagelink/shared/contracts/errorReports';
import { listProjects } from '@stagelink/shared/contracts/projects';
import { ERROR_REPORT_BYTES, RATE_LIMITS } from '@stagelink/shared/contracts/limits';
import { afterEach, expect, test } from 'vitest';
import { NO_ERROR_REPORTS, reportOf, scrub } from '../../platform/errorReports.ts';
import { createLog } from '../../platform/log.ts';
import { createSentry, framesOf } from '../../platform/sentry.ts';
import { worldForTest } from '../../testing/world.ts';

interface Received {
  path: string;
  auth: string;
  items: [
    header: { event_id: string; sent_at: string },
    item: { type: string },
    event: Record<string, unknown>,
  ];
}

let receiver: Server | undefined;
afterEach(() => receiver?.close());

/** A receiver that parses envelopes as Sentry does. Returns its address with a key, and what arrives. */
async function listen(): Promise<{ dsn: string; next: () => Promise<Received> }> {
  const arrived: Received[] = [];
  const waiting: ((received: Received) => void)[] = [];
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const lines = Buffer.concat(parts).toString().trimEnd().split('\n');
      const received = {
        path: request.url ?? '',
        auth: String(request.headers['x-sentry-auth']),
        items: lines.map((line) => JSON.parse(line) as unknown) as Received['items'],
      };
      const take = waiting.shift();
      if (take) take(received);
      else arrived.push(received);
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  return {
    dsn: `http://abc123@127.0.0.1:${port}/base/42`,
    next: () =>
      new Promise((take) => (arrived.length > 0 ? take(arrived.shift() as Received) : waiting.push(take))),
  };
}

const REPORT = {
  source: 'web' as const,
  name: 'TypeError',
  message: 'x is not a function for ada@example.com',
  stack: 'TypeError: x\n    at run (http://localhost:4600/assets/index-1.js?v=2:10:5)',
  page: '/s/k3n9c2v8abcdef12?token=secret',
};

test('an error of the web app arrives as one event, without ids, addresses and queries', async () => {
  const { dsn, next } = await listen();
  const world = await worldForTest();
  world.app.errorReports = createSentry(dsn, world.app.log);
  await world.as(null)(reportError, REPORT);
  const { path, auth, items } = await next();
  expect(path).toBe('/base/api/42/envelope/');
  expect(auth).toMatch(/^Sentry sentry_version=7, sentry_client=\S+, sentry_key=abc123$/);
  const [header, item, event] = items;
  expect(item.type).toBe('event');
  expect(header.event_id).toMatch(/^[0-9a-f]{32}$/);
  expect(event).toMatchObject({
    event_id: header.event_id,
    platform: 'javascript',
    level: 'error',
    transaction: '/s/{id}',
    tags: { source: 'web', reporter: 'visitor' },
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'x is not a function for {email}',
          stacktrace: {
            frames: [
              { function: 'run', filename: 'http://localhost:4600/assets/index-1.js', lineno: 10, colno: 5 },
            ],
          },
        },
      ],
    },
  });
  expect(JSON.stringify(items)).not.toMatch(/secret|k3n9|ada@/);
});

test('errors that strangers invent end at a number a day, and leave the accounts their own', async () => {
  const world = await worldForTest({
    trustedProxies: 1,
    rateLimits: {
      ...RATE_LIMITS,
      visitorErrorsTotal: { points: 3, seconds: 86_400 },
      accountErrorsTotal: { points: 2, seconds: 86_400 },
    },
  });
  const reports: (string | undefined)[] = [];
  world.app.errorReports = { ...NO_ERROR_REPORTS, report: ({ reporter }) => reports.push(reporter) };
  const statuses: number[] = [];
  for (let at = 0; at < 5; at += 1) {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.113.${at}` };
    const body = JSON.stringify(REPORT);
    statuses.push((await world.fetch({ method: 'POST', path: '/errors', headers, body })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const ada = world.as(await world.build.user());
  for (let at = 0; at < 2; at += 1) await ada(reportError, REPORT);
  await expect(ada(reportError, REPORT)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(reports).toEqual(['visitor', 'visitor', 'visitor', 'account', 'account']);
});

test('an unexpected error of the server arrives with its route', async () => {
  const { dsn, next } = await listen();
  const world = await worldForTest();
  world.app.errorReports = createSentry(dsn, world.app.log);
  const ada = await world.build.user();
  await world.app.db.raw('alter table projects rename to moved');
  await expect(world.as(ada)(listProjects, {})).rejects.toMatchObject({ code: 'internal' });
  const [, , event] = (await next()).items;
  expect(event).toMatchObject({ platform: 'node', transaction: '/api/projects', tags: { source: 'server' } });
});

test('a receiver that is down neither fails the request nor delays the stop', async () => {
  const reports = createSentry('http://abc@127.0.0.1:9/1', createLog('silent', null));
  reports.report(reportOf(new Error('x'), ''));
  await expect(reports.stop()).resolves.toBeUndefined();
  expect(NO_ERROR_REPORTS.report(reportOf('a text', ''))).toBeUndefined();
});

test('a report of more than eight kilobytes is rejected', async () => {
  const world = await worldForTest();
  const body = JSON.stringify({ ...REPORT, stack: '漢'.repeat(ERROR_REPORT_BYTES / 3) });
  const headers = { 'Content-Type': 'application/json' };
  expect((await world.fetch({ method: 'POST', path: '/errors', headers, body })).status).toBe(413);
});

test.each([
  ['a token', 'stl_pat_abc123', '{token}'],
  ['an address', 'mail to ada.l+x@mail.example.com now', 'mail to {email} now'],
  ['an account', '/admin/users/0193fd1c-6d65-76d6-4a5c-b5a50d6f3e6f/x', '/admin/users/{id}/x'],
  ['a snapshot', 'at /s/k3n9c2v8/pricing', 'at /s/{id}/pricing'],
  ['a query', 'GET /reset-password?token=abc#x failed', 'GET /reset-password failed'],
  [
    'an origin of a snapshot',
    'http://k3n9c2v8abcd1234.localhost:4600/a.js:1:2',
    'http://{label}.localhost:4600/a.js:1:2',
  ],
])('%s is removed from a report', (_what, text, scrubbed) => expect(scrub(text)).toBe(scrubbed));

test('frames of other browsers are read too, and lines without a place are left out', () => {
  expect(framesOf('run@http://x/a.js:1:2\nTypeError: no\n@http://x/b.js:3:4')).toEqual([
    { function: '?', filename: 'http://x/b.js', lineno: 3, colno: 4 },
    { function: 'run', filename: 'http://x/a.js', lineno: 1, colno: 2 },
  ]);
});
