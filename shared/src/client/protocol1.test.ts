import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { endpoint } from '../contracts/endpoint.ts';
import { Comment } from '../contracts/comments.ts';
import { comment } from '../testing/comment.ts';
import { ApiError, createClient } from './call.ts';
import { PROTOCOL, incompatibility } from './compatibility.ts';
import { withFormerName } from './protocol1.ts';

const list = endpoint({
  method: 'GET',
  path: '/list',
  summary: 'A list.',
  auth: 'public',
  tokenScope: 'any',
  input: z.strictObject({}),
  reply: z.object({ comments: z.array(Comment) }),
});

const answeredWith = (reply: unknown) =>
  createClient(() => Promise.resolve({ status: 200, text: JSON.stringify(reply) }))(list, {});

const former = (isHeld: boolean) => {
  const { isPending: _isPending, ...rest } = comment();
  return { ...rest, isHeld };
};

test('programs of protocols 1 and 2 work together', () => {
  const first = { protocol: 1, oldestProtocol: 1 };
  expect(incompatibility(first, 'this companion')).toBeNull();
  expect(incompatibility(PROTOCOL, 'this companion', first)).toBeNull();
});

test('a server of protocol 1 is understood', async () => {
  const { comments } = await answeredWith({ comments: [former(true), former(false)] });
  expect(comments.map(({ isPending }) => isPending)).toEqual([true, false]);
});

test('a reply that fits neither protocol is an error', async () => {
  await expect(answeredWith({ comments: [{ ...former(true), text: null }] })).rejects.toThrow(ApiError);
});

test('a client of protocol 1 finds the names it reads', () => {
  expect(withFormerName({ isPending: true }, 'isHeld')).toEqual({ isPending: true, isHeld: true });
  expect(withFormerName({ isDraft: false }, 'isWaiting')).toEqual({ isDraft: false, isWaiting: false });
  expect(withFormerName({ draft: null }, 'waits')).toEqual({ draft: null, waits: null });
});
