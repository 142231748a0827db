import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await createWorld();
  ada = await world.build.user();
  for (let i = 0; i < 12; i += 1) await world.build.snapshot(ada);
});
afterAll(() => world.close());

const ask = (path: string, encoding: string | null, body?: object) =>
  world.fetch({
    path,
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${ada.secret}`,
      ...(encoding === null ? {} : { 'accept-encoding': encoding }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const LIST = '/api/snapshots/list';
/** Each list says when it was read. */
const snapshotsIn = (list: Buffer) => (JSON.parse(list.toString()) as { snapshots: unknown[] }).snapshots;

test('a long response is compressed for clients that accept it, with the same content', async () => {
  const plain = await ask(LIST, null);
  const packed = await ask(LIST, 'gzip, deflate, br');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.headers.vary).toContain('Accept-Encoding');
  expect(packed.body.length).toBeLessThan(plain.body.length / 4);
  expect(snapshotsIn(gunzipSync(packed.body))).toEqual(snapshotsIn(plain.body));
});

test('a short response is not compressed', async () => {
  const { headers } = await ask('/api/projects', 'gzip');
  expect(headers['content-encoding']).toBeUndefined();
});

test('the response to a request with a body is not compressed, however long', async () => {
  const id = await world.build.snapshot(ada);
  const { headers, body } = await ask(`/api/snapshots/${id}/comments`, 'gzip', {
    text: 'Words. '.repeat(700),
  });
  expect(body.length).toBeGreaterThan(4096);
  expect(headers['content-encoding']).toBeUndefined();
});
