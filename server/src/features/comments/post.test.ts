import { listComments, postComment } from '@stagelink/shared/contracts/comments';
import { subscribe } from '@stagelink/shared/contracts/follows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '@stagelink/shared/client/call';
import type { Person } from '../../testing/builders.ts';
import { asJson, createComment } from '../../testing/comments.ts';
import { newBrowser } from '../../testing/reviewer.ts';
import { statementsOf } from '../../testing/statements.ts';
import { jobHandlers } from '../../app/jobHandlers.ts';
import { userChannel } from '../../platform/live/events.ts';
import { currentSeq } from '../../platform/live/publish.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const MOST = 7;
async function scene() {
  const ada = await world.build.user({ name: 'Ada', isVerified: true });
  const bob = await world.build.user({ name: 'Bob', isVerified: true });
  const eve = await world.build.user({ name: 'Eve' });
  const id = await world.build.snapshot(ada);
  const callers: Record<string, Call> = {
    'the owner': world.as(ada),
    'a user': world.as(bob),
    'a user without a verified address': world.as(eve),
    'a visitor': newBrowser(world).call,
  };
  return { ada, id, callers };
}

const PINNED = { text: 'Bigger', elementSelector: '#save', elementX: 0.5, elementY: 0.5 };

describe.each(['the owner', 'a user', 'a user without a verified address', 'a visitor'])('%s', (who) => {
  test(`posts a comment or a reply with ${MOST} statements, however many there are`, async () => {
    const { ada, id, callers } = await scene();
    const call = callers[who] ?? world.as(null);
    const { id: parentId } = await createComment(world.as(ada), id, 'Ada’s');
    await createComment(call, id, 'The first connects the queue of jobs');
    for (const comment of [PINNED, { text: 'A reply', parentId }]) {
      const pools = [world.app.db, world.app.shortDb];
      const statements = await statementsOf(pools, () => createComment(call, id, comment));
      expect(statements.slice(MOST)).toEqual([]);
    }
  });

  test('gets the comment as the list shows it', async () => {
    const { ada, id, callers } = await scene();
    const call = callers[who] ?? world.as(null);
    const thread = await createComment(world.as(ada), id, 'Ada’s');
    const posted = [
      await createComment(call, id, PINNED),
      await createComment(call, id, { text: 'A reply', parentId: thread.id }),
    ];
    const { comments } = await call(listComments, { id });
    for (const comment of posted) expect(comments).toContainEqual(comment);
  });
});

test('a reviewer who follows the thread no more gets the reply as the list shows it', async () => {
  const ada = await world.build.user();
  const bea = await world.build.user({ isVerified: true });
  const id = await world.build.snapshot(ada);
  const review = await world.build.review(id);
  await world.app
    .db('reviewers')
    .where({ review_id: review })
    .update({ email: bea.email, status: 'changes_requested', reviewed_at: new Date() });
  const thread = await createComment(world.as(bea), id, 'Mine');
  await world.app.db('follows').where({ user_id: bea.id }).update({ is_active: false });
  const reply = await createComment(world.as(bea), id, { text: 'More', parentId: thread.id });
  expect(reply).toMatchObject({ isReviewer: true, requestsChanges: true, following: 'paused' });
  expect((await world.as(bea)(listComments, { id })).comments).toContainEqual(reply);
});

test('a comment that is sent again is the one that was kept, and is announced once', async () => {
  const { ada, id } = await scene();
  await world.as(ada)(subscribe, { id });
  const bob: Person = await world.build.user({ name: 'Bob' });
  const sent = { id: crypto.randomUUID(), text: 'Once' };
  const [first, ...others] = await Promise.all(
    Array.from({ length: 3 }, () => world.as(bob)(postComment, { id }, asJson(sent))),
  );
  for (const other of others) expect(other.comment).toEqual(first?.comment);
  await world.drainJobs();
  expect(await world.app.db('notifications').where({ comment_id: sent.id })).toHaveLength(1);
  expect((await world.app.db('snapshots').where({ id }).first('comment_count')) as object).toEqual({
    comment_count: 1,
  });
});

test('comments that wait are announced together: each once, with one event for each person', async () => {
  const { ada, id } = await scene();
  const bob = await world.build.user({ name: 'Bob' });
  const ids = [id, await world.build.snapshot(ada)];
  for (const each of ids) await world.as(ada)(subscribe, { id: each });
  await world.drainJobs();
  const posted: string[] = [];
  for (let at = 0; at < 6; at += 1)
    posted.push((await createComment(world.as(bob), ids[at % 2] ?? id, `${at}`)).id);
  const [deleted, ...left] = posted;
  await world.app.db('comments').where({ id: deleted }).delete();
  const payloads = posted.map((commentId) => ({
    commentId,
    wasPending: false,
    passwordRevision: 0,
    reopens: false,
  }));
  const before = await currentSeq(world.app.db, userChannel(ada.id));
  const { announce_comment: announce } = jobHandlers(world.app);
  const statements = await statementsOf([world.app.jobDb], () =>
    announce(payloads, new AbortController().signal),
  );
  expect(statements.length).toBeLessThanOrEqual(2 * posted.length);
  expect(await currentSeq(world.app.db, userChannel(ada.id))).toBe(before + 1);
  await world.drainJobs();
  const notified = await world.app
    .db('notifications')
    .where({ user_id: ada.id })
    .orderBy('id')
    .pluck('comment_id');
  expect(notified).toEqual(left);
});

test('a job that runs again announces nothing twice, and one of a deleted comment nothing', async () => {
  const { ada, id } = await scene();
  const bob = await world.build.user({ name: 'Bob' });
  await world.as(ada)(subscribe, { id });
  const { id: commentId } = await createComment(world.as(bob), id, 'Once');
  const again = { commentId, wasPending: false, passwordRevision: 0, reopens: false };
  const gone = { ...again, commentId: crypto.randomUUID() };
  await world.app.db.transaction(async (tx) => {
    for (const payload of [again, gone]) await world.app.jobs.enqueue(tx, 'announce_comment', payload);
  });
  await world.drainJobs();
  expect(await world.app.db('notifications').where({ comment_id: commentId })).toHaveLength(1);
  expect(
    await world.app.db('analytics_events').where({ event_type: 'comment_posted', user_id: bob.id }),
  ).toHaveLength(1);
});
