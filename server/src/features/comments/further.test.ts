import { repinComment } from '@stagelink/shared/contracts/comments';
import { getThread } from '@stagelink/shared/contracts/threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asJson, commentsSeenBy, createComment } from '../../testing/comments.ts';
import { locatorOf } from '../../testing/locators.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const element = (selector: string) => ({
  locator: locatorOf(selector),
  elementName: `${selector}, button`,
  elementHtml: '<button>',
});
const and = (...selectors: string[]) => ({ relation: 'and' as const, elements: selectors.map(element) });
const between = { relation: 'between' as const, elements: [element('#next')] };

async function scene() {
  const ada = await world.build.user();
  const id = await world.build.snapshot(ada);
  const call = world.as(ada);
  const post = (further: unknown) =>
    createComment(call, id, { text: 'x', locator: locatorOf('#save'), further } as never);
  return { id, call, post };
}

test('a comment on several elements, or on a gap, keeps them for everyone who sees its pin', async () => {
  const { id, call, post } = await scene();
  const [several, gap] = [await post(and('#a', '#b')), await post(between)];
  expect([several.further, gap.further]).toEqual([and('#a', '#b'), between]);
  expect((await commentsSeenBy(call, id)).map(({ further }) => further)).toEqual([between, and('#a', '#b')]);
  const { thread } = await call(getThread, { id: gap.id });
  expect(thread.comment.further).toEqual(between);
});

test('they follow the pin, count, and belong to no comment without an element', async () => {
  const { id, call, post } = await scene();
  const { id: commentId } = await post(and('#a', '#b'));
  const bytes = async () =>
    ((await world.app.db('comments').where({ id: commentId }).first('bytes')) as { bytes: number }).bytes;
  const whole = await bytes();
  const to = { id, commentId };
  expect((await call(repinComment, to, asJson({ locator: locatorOf('#c') }))).comment.further).toBeNull();
  expect(await bytes()).toBeLessThan(whole - 500);
  const general = await createComment(call, id, { text: 'y', further: between });
  expect(general.further).toBeNull();
});

test.each<[string, unknown]>([
  ['six further elements', and('#a', '#b', '#c', '#d', '#e', '#f')],
  ['none', and()],
  ['a gap between three', { ...between, elements: [element('#a'), element('#b')] }],
  ['a relation of its own', { ...between, relation: 'around' }],
])('%s are refused', async (_, further) => {
  const { id, call, post } = await scene();
  await expect(post(further)).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await commentsSeenBy(call, id)).toEqual([]);
});
