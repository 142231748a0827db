import type { AddressInfo } from 'node:net';
import { Router } from '@koa/router';
import { endpoint } from '@stagelink/shared/contracts/endpoint';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { NO_LIMITS } from '../../testing/noLimits.ts';
import { compressReading } from './compressed.ts';
import { handleErrors } from './errors.ts';
import { bodyOf, withList } from './longJson.ts';
import { route } from './route.ts';

const LIST = endpoint({
  method: 'GET',
  path: '/list',
  summary: 'A list.',
  auth: 'public',
  tokenScope: 'any',
  input: z.strictObject({}),
  reply: z.object({ of: z.string(), items: z.array(z.object({ n: z.int() })) }),
});

/** Serves a list of these chunks; an error among them is thrown. */
async function served(portions: (object[] | Error)[]): Promise<string> {
  async function* read() {
    for (const portion of portions) {
      if (portion instanceof Error) throw portion;
      yield portion;
    }
  }
  const koa = new Koa().on('error', () => undefined);
  const router = new Router();
  route(router, NO_LIMITS, LIST, ({ ctx }) => {
    ctx.type = 'json';
    return bodyOf(withList({ of: 'numbers' }, 'items', read()));
  });
  koa.use(handleErrors()).use(compressReading()).use(router.routes());
  const http = koa.listen(0, '127.0.0.1');
  onTestFinished(() => void http.close());
  await new Promise((listening) => http.once('listening', listening));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/list`;
}

test.each([
  [[], []],
  [[[]], []],
  [
    [[{ n: 1 }, { n: 2 }], [], [{ n: 3 }]],
    [{ n: 1 }, { n: 2 }, { n: 3 }],
  ],
])('a list in chunks is one list', async (portions, items) => {
  expect(await (await fetch(await served(portions))).json()).toEqual({ of: 'numbers', items });
});

test('an error before the first chunk becomes an error response', async () => {
  expect((await fetch(await served([new Error('no luck')]))).status).toBe(500);
});

test.each(['identity', 'gzip'])(
  'a later error does not look like a complete response, sent as %s',
  async (encoding) => {
    const many = Array.from({ length: 10_000 }, (_, n) => ({ n }));
    const url = await served([many, new Error('no luck')]);
    const read = async () => (await fetch(url, { headers: { 'Accept-Encoding': encoding } })).text();
    await expect(read()).rejects.toBeInstanceOf(TypeError);
  },
);
