import { markThreadsRead } from '@stagelink/shared/contracts/readThreads';
import { requestReview } from '@stagelink/shared/contracts/reviews';
import { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { sendThreads } from '@stagelink/shared/contracts/agentWork';
import { deleteComment, updateComment } from '@stagelink/shared/contracts/comments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createComment } from '../../testing/comments.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const KEPT = [
  'review_asked',
  'review_answered',
  'review_changes',
  'review_waits',
  'review_deadline',
  'unread_threads',
  'agent_threads',
  'staged_threads',
  'recent_viewers',
];

const keptOf = (id: string): Promise<Record<string, unknown>> =>
  world.app.db('snapshots').where({ id }).first(KEPT);

/** Fails unless counting everything again changes nothing. */
async function expectExact(id: string): Promise<Record<string, unknown>> {
  const kept = await keptOf(id);
  await world.app.db.raw(
    `select refresh_reviews(ids), refresh_unread_threads(ids), refresh_agent_work(ids), refresh_recent_viewers(ids)
     from (select array[?]::text[] as ids) one`,
    [id],
  );
  expect(await keptOf(id)).toEqual(kept);
  return kept;
}

test('what a list shows is kept exact by every change', async () => {
  const ada = await world.build.user();
  const bob = await world.build.user({ isVerified: true });
  const id = await world.build.snapshot(ada);
  const owner = world.as(ada);

  const thread = await createComment(world.as(bob), id, 'One');
  const reply = await createComment(world.as(bob), id, { text: 'More of one', parentId: thread.id });
  const second = await createComment(world.as(bob), id, 'Two');
  await createComment(owner, id, 'My own');
  expect(await expectExact(id)).toMatchObject({ unread_threads: 2 });

  await owner(markThreadsRead, { id, threads: [{ id: thread.id, readUpTo: reply.createdAt }] });
  expect(await expectExact(id)).toMatchObject({ unread_threads: 1 });
  const late = await createComment(world.as(bob), id, { text: 'Still', parentId: thread.id });
  expect(await expectExact(id)).toMatchObject({ unread_threads: 2 });
  await world.as(bob)(deleteComment, { id, commentId: late.id });
  expect(await expectExact(id)).toMatchObject({ unread_threads: 1 });

  await owner(sendThreads, { id, threads: [thread.id, second.id] });
  expect(await expectExact(id)).toMatchObject({ agent_threads: 2 });
  await owner(updateComment, { id, commentId: second.id, state: 'resolved' });
  expect(await expectExact(id)).toMatchObject({ agent_threads: 1 });
  await world.as(bob)(deleteComment, { id, commentId: thread.id });
  expect(await expectExact(id)).toMatchObject({ agent_threads: 0 });

  await owner(requestReview, { id, reviewers: [{ userName: 'Bob', userEmail: bob.email }] });
  expect(await expectExact(id)).toMatchObject({ review_asked: 1, review_answered: 0, review_waits: true });
  await world.app.db('reviewers').where({ email: bob.email }).update({ status: 'changes_requested' });
  expect(await expectExact(id)).toMatchObject({ review_answered: 1, review_changes: 1, review_waits: false });

  const day = { snapshot_id: id, day: new Date() };
  await world.app.db('snapshot_views').insert({ ...day, visitor: Buffer.from('a'), user_id: bob.id });
  await world.app.db('snapshot_views').insert({ ...day, visitor: Buffer.from('b') });
  const { recent_viewers: viewers } = await expectExact(id);
  expect(viewers).toMatchObject([{ userId: null }, { userId: bob.id }]);
  await world.app.db('users').where({ id: bob.id }).delete();
  expect((await expectExact(id))['recent_viewers']).toMatchObject([{ userId: null }, { userId: null }]);

  const { snapshots } = await owner(listSnapshots, {});
  expect(snapshots[0]).toMatchObject({ id, unreadThreads: 1, agentWork: { withAgent: 0, toConfirm: 0 } });
});
