import {
  deleteComment,
  listComments,
  readThread,
  updateComment,
  type NewComment,
} from '@stagelink/shared/contracts/comments';
import { COMMENT_BYTES } from '@stagelink/shared/contracts/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commentsSeenBy, createComment } from '../../testing/comments.ts';
import { locatorOf } from '../../testing/locators.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { PORTION_BYTES } from './list.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const CONTEXT: NewComment['context'] = {
  route: '/cart',
  title: '',
  viewport: { width: 800, height: 600 },
  browser: '',
  elementName: 'Pay',
  elementHtml: '<button>Pay</button>',
  page: null,
};
const PIN = { locator: locatorOf('#pay'), context: CONTEXT };

async function scene() {
  const [ada, bob] = [await world.build.user(), await world.build.user()];
  const id = await world.build.snapshot(ada);
  return { id, call: world.as(ada), bobs: world.as(bob) };
}

/** Returns the largest query result, in characters, while `act` runs. */
async function largestResult(act: () => Promise<unknown>): Promise<number> {
  let largest = 0;
  // Statements are answered with their rows and what describes the columns.
  const see = (answer: { rows?: unknown }) =>
    (largest = Math.max(largest, JSON.stringify(answer.rows ?? answer).length));
  world.app.db.on('query-response', see);
  await act();
  world.app.db.off('query-response', see);
  return largest;
}

/** Fills the snapshot with the maximum number of comments. */
const fill = (id: string) =>
  world.app.jobDb.raw(
    `insert into comments (id, snapshot_id, author_name, text, version, bytes)
     select gen_random_uuid(), :id, 'x', repeat('"', 5000), 1, 5000 from generate_series(1, :most)`,
    { id, most: Math.floor(COMMENT_BYTES / 5000) },
  );

describe('the list of comments', () => {
  test('contains locators of open threads, and of resolved ones only on request', async () => {
    const { id, call, bobs } = await scene();
    const open = await createComment(bobs, id, { text: 'open', ...PIN });
    const resolved = await createComment(bobs, id, { text: 'resolved', ...PIN });
    const reply = await createComment(bobs, id, { text: 'a reply', parentId: resolved.id, context: CONTEXT });
    const plain = await createComment(bobs, id, 'without a pin');
    for (const { id: commentId } of [resolved, plain])
      await call(updateComment, { id, commentId, state: 'resolved' });

    const brief = { locator: null, context: null, isBrief: true };
    const listed = new Map((await commentsSeenBy(call, id)).map((comment) => [comment.id, comment]));
    expect(listed.get(open.id)).toMatchObject({ ...PIN, isBrief: false });
    expect(listed.get(resolved.id)).toMatchObject({ ...brief, pinNumber: 2, elementSelector: '#pay' });
    expect(listed.get(reply.id)).toMatchObject(brief);
    // Nothing is left out of it.
    expect(listed.get(plain.id)).toMatchObject({ ...brief, isBrief: false });

    const whole = { isBrief: false, ...PIN };
    const { comments } = await call(listComments, { id, details: 'all' });
    expect(comments.find((comment) => comment.id === resolved.id)).toMatchObject(whole);
    const thread = await call(readThread, { id, commentId: resolved.id });
    expect(thread.comments).toMatchObject([whole, { isBrief: false, context: CONTEXT }]);
  });

  test('contains the locator of a resolved thread with a newer reply', async () => {
    const { id, call, bobs } = await scene();
    const { id: commentId } = await createComment(call, id, { text: 'x', ...PIN });
    await call(updateComment, { id, commentId, state: 'resolved' });
    await createComment(bobs, id, { text: 'not yet', parentId: commentId });
    expect((await commentsSeenBy(call, id))[0]).toMatchObject({ state: 'resolved', isBrief: false, ...PIN });
  });

  test('of a full snapshot is complete, and is read and written in portions', async () => {
    const { id, call } = await scene();
    await fill(id);
    const first = await createComment(call, id, 'x');
    let listed: string[] = [];
    const largest = await largestResult(async () => {
      listed = (await commentsSeenBy(call, id)).map((comment) => comment.id);
    });
    expect(listed).toHaveLength(Math.floor(COMMENT_BYTES / 5000) + 1);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed[0]).toBe(first.id);
    // The JSON of a portion, and what else the rows contain.
    expect(largest).toBeLessThan(4 * PORTION_BYTES);
  });
});

test('checks of a comment leave its large fields unread', async () => {
  const { id, call } = await scene();
  const large = { ...CONTEXT, elementHtml: 'x'.repeat(4000) };
  const { id: commentId } = await createComment(call, id, {
    text: 'x',
    locator: PIN.locator,
    context: large,
  });
  expect(await largestResult(() => call(deleteComment, { id, commentId }))).toBeLessThan(4000);
  expect(await commentsSeenBy(call, id)).toEqual([]);
});
