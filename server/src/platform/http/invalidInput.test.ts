import { updateComment } from '@stagelink/shared/contracts/comments';
import { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { worldForTest } from '../../testing/world.ts';
import { toAppError } from './errors.ts';
import { parseInput } from './invalidInput.ts';

const Input = z.strictObject({
  id: z.uuid(),
  name: z.string().check(z.minLength(1), z.maxLength(120)),
  order: z.optional(z.enum(['newest', 'oldest'])),
  days: z.optional(z.int().check(z.gte(1), z.lte(90))),
  isPublic: z.optional(z.boolean()),
  tags: z.optional(z.array(z.string()).check(z.maxLength(2))),
  at: z.optional(z.iso.datetime()),
  email: z.optional(z.email()),
  link: z.optional(z.url()),
  kind: z.optional(z.literal('comment')),
  code: z.optional(z.string().check(z.regex(/^[a-z]+$/))),
  word: z.optional(z.string().check(z.minLength(8, 'Please choose a longer password.'))),
  place: z.optional(z.object({ x: z.number() })),
  either: z.optional(z.union([z.number(), z.null()])),
});

const RIGHT = { id: '0190a0e2-6b1c-7c3e-8000-000000000001', name: 'Shop' };

function refusalOf(value: unknown): { message: string; field: string | undefined } {
  try {
    parseInput(Input, value);
  } catch (cause) {
    const { message, field } = toAppError(cause);
    return { message, field };
  }
  throw new Error('The input is valid');
}

test('valid input is returned unchanged', () => {
  expect(parseInput(Input, RIGHT)).toEqual(RIGHT);
});

test.each<[object, string, string]>([
  [{ id: 'nope' }, 'id', '“id” must be an id as this API returns it.'],
  [{ name: undefined }, 'name', '“name” is missing.'],
  [{ name: 7 }, 'name', '“name” must be text.'],
  [{ name: '' }, 'name', '“name” must have 1 character or more.'],
  [{ name: 'x'.repeat(121) }, 'name', '“name” must have 120 characters or fewer.'],
  [{ order: 'random' }, 'order', '“order” must be one of newest, oldest.'],
  [{ days: 0 }, 'days', '“days” must be 1 or more.'],
  [{ days: 91 }, 'days', '“days” must be 90 or less.'],
  [{ days: 1.5 }, 'days', '“days” must be a whole number.'],
  [{ days: 'x' }, 'days', '“days” must be a number.'],
  [{ isPublic: 'yes' }, 'isPublic', '“isPublic” must be true or false.'],
  [{ tags: 'a' }, 'tags', '“tags” must be a list.'],
  [{ tags: ['a', 'b', 'c'] }, 'tags', '“tags” must have 2 items or fewer.'],
  [{ tags: [7] }, 'tags.0', '“tags.0” must be text.'],
  [{ at: 'tomorrow' }, 'at', '“at” must be a time such as 2026-11-22T18:00:00Z.'],
  [{ email: 'ada' }, 'email', '“email” must be an email address such as ada@example.com.'],
  [{ link: 'here' }, 'link', '“link” must be a web address such as https://example.com.'],
  [{ kind: 'pin' }, 'kind', '“kind” must be comment.'],
  [{ code: '7' }, 'code', '“code” has a form that is not allowed.'],
  [{ place: { x: 'left' } }, 'place.x', '“place.x” must be a number.'],
  [{ place: 'left' }, 'place', '“place” must be an object.'],
  [{ either: 'x' }, 'either', '“either” is not valid.'],
  [{ word: 'short' }, 'word', 'Please choose a longer password.'],
  [{ more: 1 }, 'more', 'There is no field named “more”.'],
])('%j is rejected with a message that names the field and what is expected', (patch, field, message) => {
  expect(refusalOf({ ...RIGHT, ...patch })).toEqual({ message, field });
});

test('input that is not an object is rejected with a message, too', () => {
  expect(refusalOf(null).message).toBe('The request must be an object.');
});

test('a request is rejected with such a message', async () => {
  const world = await worldForTest();
  const ada = world.as(await world.build.user());
  const refusal = (field: string, message: string) => ({
    status: 400,
    code: 'invalid_input',
    field,
    message,
  });
  await expect(ada(listSnapshots, { status: 'dead' as 'active' })).rejects.toMatchObject({
    field: 'status',
    message: expect.stringMatching(/^“status” must be one of .*active.*\.$/) as string,
  });
  await expect(ada(listSnapshots, { limit: 100_000 })).rejects.toMatchObject({
    field: 'limit',
    message: expect.stringMatching(/^“limit” must be \d+ or less\.$/) as string,
  });
  await expect(
    ada(updateComment, { id: 'k3q9x7m2a1b4', commentId: 'no uuid', text: 'x' }),
  ).rejects.toMatchObject(refusal('commentId', '“commentId” must be an id as this API returns it.'));
});
