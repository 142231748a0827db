import type { AddressInfo } from 'node:net';
import { Router } from '@koa/router';
import { type ApiError, type Call, createClient, type Send } from '@stagelink/shared/client/call';
import { createStream, type Stream } from '@stagelink/shared/client/stream';
import { endpoint } from '@stagelink/shared/contracts/endpoint';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { NO_LIMITS } from '../../testing/noLimits.ts';
import { handleErrors } from './errors.ts';
import type { Principal } from './principal.ts';
import { OK, route } from './route.ts';

const open = { auth: 'public', tokenScope: 'any' } as const;

const HOOK = endpoint({
  ...open,
  method: 'POST',
  path: '/hook',
  summary: 'Receive an event.',
  body: { kind: 'raw', maxBytes: 8 },
  input: z.strictObject({}),
  reply: z.object({ bytes: z.string() }),
});

const SAVE = endpoint({
  ...open,
  method: 'PUT',
  path: '/save',
  summary: 'Save a text.',
  body: { kind: 'json', maxBytes: 20 },
  input: z.strictObject({ text: z.string() }),
  reply: z.object({ text: z.string() }),
});

const DRAW = endpoint({
  ...open,
  method: 'GET',
  path: '/draw',
  summary: 'Draw.',
  input: z.strictObject({}),
  reply: z.string(),
});

const STREAM = endpoint({
  ...open,
  method: 'POST',
  path: '/stream',
  summary: 'Count.',
  input: z.strictObject({ from: z.int() }),
  reply: z.object({ n: z.int() }),
  replyKind: 'events',
});

const ADMIN = endpoint({
  method: 'GET',
  path: '/admin',
  summary: 'For superadmins.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: z.strictObject({}),
  reply: z.object({ ok: z.literal(true) }),
});

interface Served {
  url: string;
  call: Call;
  stream: Stream;
}

/** Serves the contracts; the stream counts on until `values` end, and calls `ended` when it is left. */
async function served({
  principal = null as Partial<Principal> | null,
  values = [0, 1],
  ended = () => {},
} = {}): Promise<Served> {
  const koa = new Koa().on('error', () => undefined);
  const router = new Router();
  const app = NO_LIMITS;
  route(router, app, HOOK, async ({ body }) => ({ bytes: body.toString('hex') }));
  route(router, app, SAVE, async ({ input }) => input);
  route(router, app, ADMIN, async () => OK);
  route(router, app, DRAW, async ({ ctx }) => {
    ctx.type = 'image/svg+xml';
    return '<svg/>';
  });
  route(router, app, STREAM, async ({ input }) => {
    async function* count() {
      try {
        for (const value of values) {
          if (Number.isNaN(value)) throw new Error('no luck');
          yield { n: input.from + value };
        }
      } finally {
        ended();
      }
    }
    return count();
  });
  koa.use(handleErrors()).use((ctx, next) => {
    ctx.state['principal'] = principal;
    return next();
  });
  koa.use(router.routes());
  const http = koa.listen(0, '127.0.0.1');
  onTestFinished(() => void http.close());
  await new Promise((listening) => http.once('listening', listening));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const request = ({ method, path, json, stream }: Parameters<Send>[0]) =>
    fetch(url + path, {
      method,
      headers: { 'Content-Type': stream?.type ?? 'application/json' },
      body: (stream?.body as Uint8Array<ArrayBuffer> | undefined) ?? json ?? null,
    });
  const send: Send = async (sent) => {
    const response = await request(sent);
    return { status: response.status, text: await response.text() };
  };
  const stream = createStream(async (sent) => {
    const { status, body } = await request(sent);
    return { status, chunks: body?.pipeThrough(new TextDecoderStream()) ?? new ReadableStream() };
  });
  return { url, call: createClient(send), stream };
}

test('a raw body arrives byte for byte, up to its limit', async () => {
  const { call } = await served();
  const bytes = (...body: number[]) => ({ type: 'application/json', body: Buffer.from(body) });
  expect(await call(HOOK, {}, bytes(0xff, 0, 0x7b))).toEqual({ bytes: 'ff007b' });
  await expect(call(HOOK, {}, bytes(1, 2, 3, 4, 5, 6, 7, 8, 9))).rejects.toMatchObject({ status: 413 });
});

test('JSON is limited by its contract', async () => {
  const { call } = await served();
  expect(await call(SAVE, { text: 'short' })).toEqual({ text: 'short' });
  await expect(call(SAVE, { text: 'much too long' })).rejects.toMatchObject({ status: 413 });
});

test('a text is sent as it is, with the type that its handler sets', async () => {
  const { url } = await served();
  const drawn = await fetch(`${url}/draw`);
  expect(drawn.headers.get('content-type')).toBe('image/svg+xml');
  expect(await drawn.text()).toBe('<svg/>');
});

async function read(values: AsyncIterable<{ n: number }>): Promise<number[]> {
  const numbers: number[] = [];
  for await (const { n } of values) numbers.push(n);
  return numbers;
}

test('events arrive one by one, each parsed with its contract', async () => {
  const { stream, url } = await served({ values: [0, 1, 2] });
  expect(await read(stream(STREAM, { from: 5 }))).toEqual([5, 6, 7]);
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"from":1}' };
  const response = await fetch(`${url}/stream`, init);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(await response.text()).toBe('data: {"n":1}\n\ndata: {"n":2}\n\ndata: {"n":3}\n\n');

  const wrong = await served({ values: [0, 0.5] });
  await expect(read(wrong.stream(STREAM, { from: 1 }))).rejects.toMatchObject({ isForeign: true });
});

test('a stream that fails before its first event is an ordinary error', async () => {
  const { stream } = await served({ values: [Number.NaN] });
  await expect(read(stream(STREAM, { from: 1 }))).rejects.toMatchObject({
    code: 'internal',
  } satisfies Partial<ApiError>);
  await expect(read(stream(STREAM, { from: 0.5 }))).rejects.toMatchObject({ code: 'invalid_input' });
});

test('a stream that fails later does not look complete', async () => {
  const { stream } = await served({ values: [0, Number.NaN] });
  await expect(read(stream(STREAM, { from: 1 }))).rejects.toThrow('terminated');
});

test('a reader who leaves ends the stream', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { stream } = await served({ values: Array.from({ length: 1_000_000 }, (_, n) => n), ended: resolve });
  for await (const { n } of stream(STREAM, { from: 0 })) if (n === 3) break;
  await expect(promise).resolves.toBeUndefined();
});

test.each([
  [null, 401],
  ['user', 403],
  ['admin', 403],
  ['superadmin', 200],
] as const)('a superadmin contract answers %s with %i', async (role, status) => {
  const principal = role && { role, credential: { kind: 'session' as const, id: '' } };
  const { url } = await served({ principal });
  expect((await fetch(`${url}/admin`)).status).toBe(status);
});
