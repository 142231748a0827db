import { markThreadsRead } from '@stagelink/shared/contracts/readThreads';
import { listSnapshots, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import type { Call } from '@stagelink/shared/client/call';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commentsSeenBy, createComment } from '../../testing/comments.ts';
import { userChannel } from '../../platform/live/events.ts';
import { messagesDuring } from '../../testing/liveMessages.ts';
import { newBrowser } from '../../testing/reviewer.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function scene() {
  const [ada, bob] = [await world.build.user({ name: 'Ada' }), await world.build.user({ name: 'Bob' })];
  const id = await world.build.snapshot(ada);
  const [adas, bobs] = [world.as(ada), world.as(bob)];
  const unreadFor = async (call: Call) =>
    (await commentsSeenBy(call, id)).filter(({ isUnread }) => isUnread).map(({ text }) => text);
  const read = (call: Call, comment: { id: string; createdAt: number }) =>
    call(markThreadsRead, { id, threads: [{ id: comment.id, readUpTo: comment.createdAt }] });
  const counted = async () => (await adas(listSnapshots, {})).snapshots[0]?.unreadThreads;
  return { id, ada, adas, bobs, visitor: newBrowser(world).call, unreadFor, read, counted };
}

describe('a thread', () => {
  test('is unread for everyone with an account except its author, until it is read', async () => {
    const { id, adas, bobs, visitor, unreadFor, read, counted } = await scene();
    const root = await createComment(bobs, id, 'Larger');
    expect(await unreadFor(adas)).toEqual(['Larger']);
    expect(await unreadFor(bobs)).toEqual([]);
    expect(await unreadFor(visitor)).toEqual([]);
    expect(await counted()).toBe(1);

    await read(adas, root);
    expect(await unreadFor(adas)).toEqual([]);
    expect(await counted()).toBe(0);
  });

  test('is unread again after a reply by someone else, and once it is marked so', async () => {
    const { id, adas, bobs, unreadFor, read, counted } = await scene();
    const root = await createComment(bobs, id, 'Larger');
    await read(adas, root);
    await createComment(adas, id, { text: 'Like this?', parentId: root.id });
    expect(await unreadFor(adas)).toEqual([]);
    expect(await unreadFor(bobs)).toEqual(['Larger']);
    const reply = await createComment(bobs, id, { text: 'Yes', parentId: root.id });
    expect(await unreadFor(adas)).toEqual(['Larger']);

    await read(adas, { ...root, createdAt: reply.createdAt });
    expect(await counted()).toBe(0);
    await read(adas, { ...root, createdAt: 0 });
    expect(await unreadFor(adas)).toEqual(['Larger']);
  });

  test('that its owner has read changes one row of the owner’s lists, and nothing in others’ windows', async () => {
    const { id, ada, adas, bobs, read } = await scene();
    const root = await createComment(bobs, id, 'Larger');
    const messages = await messagesDuring(world, async () => {
      await read(adas, root);
      await read(bobs, root);
    });
    const event = { type: 'comment_updated', snapshotId: id, commentId: root.id };
    // The comment's own event may arrive late.
    expect(
      messages.filter((notice) => 'event' in notice && notice.event.type !== 'comment_created'),
    ).toMatchObject([{ channel: userChannel(ada.id), event }]);
  });

  test('counts a comment that arrived after the read one', async () => {
    const { id, adas, bobs, unreadFor, read } = await scene();
    const root = await createComment(bobs, id, 'Larger');
    await createComment(bobs, id, { text: 'And bolder', parentId: root.id });
    await read(adas, root);
    expect(await unreadFor(adas)).toEqual(['Larger']);
  });

  test('is not unread for others because of a comment that is pending', async () => {
    const { id, adas, bobs, visitor, unreadFor, counted } = await scene();
    await adas(updateSnapshot, { id, commentPolicy: 'approval' });
    const root = await createComment(adas, id, 'Larger?');
    await createComment(visitor, id, { text: 'Yes', parentId: root.id });
    expect(await unreadFor(bobs)).toEqual(['Larger?']);
    expect(await unreadFor(adas)).toEqual(['Larger?']);
    expect(await counted()).toBe(1);
    await bobs(markThreadsRead, { id, threads: [{ id: root.id, readUpTo: root.createdAt }] });
    expect(await unreadFor(bobs)).toEqual([]);
  });
});

test('threads of other snapshots and replies are ignored', async () => {
  const [one, other] = [await scene(), await scene()];
  const root = await createComment(one.bobs, one.id, 'Larger');
  const reply = await createComment(one.bobs, one.id, { text: 'Please', parentId: root.id });
  await other.bobs(markThreadsRead, { id: other.id, threads: [{ id: root.id, readUpTo: Date.now() }] });
  await one.adas(markThreadsRead, { id: one.id, threads: [{ id: reply.id, readUpTo: Date.now() }] });
  expect(await world.app.db('thread_reads').whereIn('comment_id', [root.id, reply.id])).toEqual([]);
});
