import { deleteComment, type Reaction, updateComment } from '@stagelink/shared/contracts/comments';
import { deleteAccount } from '@stagelink/shared/contracts/accounts';
import {
  RATE_LIMITS,
  REACTION_NAMES_MAX,
  REACTIONS_PER_SNAPSHOT,
  VISITOR_REACTIONS_PER_SNAPSHOT,
} from '@stagelink/shared/contracts/limits';
import { addReaction, removeReaction } from '@stagelink/shared/contracts/reactions';
import { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { getThread } from '@stagelink/shared/contracts/threads';
import type { Call } from '@stagelink/shared/client/call';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { snapshotChannel } from '../../platform/live/events.ts';
import { PASSWORD } from '../../testing/builders.ts';
import { commentsSeenBy, createComment } from '../../testing/comments.ts';
import { messagesDuring } from '../../testing/liveMessages.ts';
import { newBrowser } from '../../testing/reviewer.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const forbidden = { status: 403, code: 'forbidden' };

async function scene(own = world) {
  const [ada, bob] = [await own.build.user({ name: 'Ada' }), await own.build.user({ name: 'Bob' })];
  const id = await own.build.snapshot(ada);
  const { id: commentId } = await createComment(own.as(ada), id, 'What do you think?');
  const react = async (call: Call, reaction: Reaction, more: { authorName?: string } = {}) =>
    (await call(addReaction, { id, commentId, reaction, ...more })).reactions;
  const takeBack = async (call: Call, reaction: Reaction) =>
    (await call(removeReaction, { id, commentId, reaction })).reactions;
  const shownTo = async (call: Call) => (await commentsSeenBy(call, id))[0]?.reactions;
  return { ada, bob, adas: own.as(ada), bobs: own.as(bob), id, commentId, react, takeBack, shownTo };
}

describe('a reaction', () => {
  test('counts each person once, with names of the others, in the order of the set', async () => {
    const { adas, bobs, react, shownTo } = await scene();
    const visitor = newBrowser(world);
    await react(adas, 'heart');
    await react(bobs, 'thumbs_up');
    await react(bobs, 'thumbs_up');
    await react(visitor.call, 'heart', { authorName: 'Vera' });
    expect(await react(visitor.call, 'thumbs_up')).toEqual([
      { reaction: 'thumbs_up', count: 2, names: ['Bob'], isMine: true },
      { reaction: 'heart', count: 2, names: ['Ada'], isMine: true },
    ]);
    expect(await shownTo(adas)).toEqual([
      { reaction: 'thumbs_up', count: 2, names: ['Bob', 'Anonymous'], isMine: false },
      { reaction: 'heart', count: 2, names: ['Vera'], isMine: true },
    ]);
  });

  test('is taken back by the person only, and that twice is fine', async () => {
    const { adas, bobs, react, takeBack } = await scene();
    await react(adas, 'done');
    await react(bobs, 'done');
    expect(await takeBack(newBrowser(world).call, 'done')).toMatchObject([{ count: 2 }]);
    expect(await takeBack(bobs, 'done')).toMatchObject([{ count: 1, isMine: false }]);
    expect(await takeBack(bobs, 'done')).toMatchObject([{ count: 1 }]);
    expect(await takeBack(adas, 'done')).toEqual([]);
  });

  test('by many at once is counted once for each', async () => {
    const { adas, bobs, react, shownTo } = await scene();
    await Promise.all([adas, bobs, adas, bobs, adas].map((call) => react(call, 'eyes')));
    expect(await shownTo(adas)).toMatchObject([{ reaction: 'eyes', count: 2, isMine: true }]);
  });

  test('of a visitor belongs to their browser', async () => {
    const { react, takeBack } = await scene();
    const visitor = newBrowser(world);
    await react(visitor.call, 'party');
    await react(visitor.call, 'party');
    expect(visitor.cookies.join()).toContain('__Host-visitor');
    expect(await takeBack(visitor.call, 'party')).toEqual([]);
  });

  test('is announced to open viewers, and only when something changed', async () => {
    const { id, commentId, adas, react, takeBack } = await scene();
    const messages = await messagesDuring(world, async () => {
      await react(adas, 'heart');
      await react(adas, 'heart');
      await takeBack(adas, 'heart');
      await takeBack(adas, 'heart');
    });
    const event = { type: 'comment_updated', snapshotId: id, commentId };
    expect(messages).toMatchObject([
      { channel: snapshotChannel(id), event },
      { channel: snapshotChannel(id), event },
    ]);
  });

  test('names a limited number of people', async () => {
    const { id, commentId, adas, shownTo } = await scene();
    await world.app.db.raw(
      `insert into comment_reactions (comment_id, snapshot_id, reaction, person, name)
       select :commentId, :id, 'heart', 'visitor:' || n, 'Visitor ' || n from generate_series(1, 30) n`,
      { id, commentId },
    );
    const [heart] = (await shownTo(adas)) ?? [];
    expect(heart).toMatchObject({ count: 30, isMine: false });
    expect(heart?.names).toHaveLength(REACTION_NAMES_MAX);
  });

  test('of nothing in the set is rejected', async () => {
    const { id, commentId, adas } = await scene();
    const reaction = 'poop' as Reaction;
    await expect(adas(addReaction, { id, commentId, reaction })).rejects.toMatchObject({ status: 400 });
  });

  test('is part of the owner’s thread outside the viewer', async () => {
    const { commentId, adas, bobs, react } = await scene();
    await react(bobs, 'heart');
    await react(adas, 'heart');
    const { thread } = await adas(getThread, { id: commentId });
    expect(thread.comment.reactions).toEqual([{ reaction: 'heart', count: 2, names: ['Bob'], isMine: true }]);
  });
});

describe('who may react', () => {
  test('is who may comment: on a snapshot for members no visitor, who can still take theirs back', async () => {
    const { id, adas, react, takeBack, shownTo } = await scene();
    const visitor = newBrowser(world).call;
    await react(visitor, 'heart');
    await adas(updateSnapshot, { id, commentPolicy: 'members' });
    await expect(react(visitor, 'done')).rejects.toMatchObject(forbidden);
    expect((await commentsSeenBy(visitor, id))[0]?.can.react).toBe(false);
    await takeBack(visitor, 'heart');
    expect(await shownTo(adas)).toEqual([]);
  });

  test('depends on approval: of a pending comment, and of visitors’ names', async () => {
    const { id, adas, react } = await scene();
    await adas(updateSnapshot, { id, commentPolicy: 'approval' });
    const visitor = newBrowser(world).call;
    const pending = await createComment(visitor, id, 'May I?');
    for (const call of [adas, visitor]) {
      const reacting = call(addReaction, { id, commentId: pending.id, reaction: 'heart' });
      await expect(reacting).rejects.toMatchObject(forbidden);
    }
    await adas(updateComment, { id, commentId: pending.id, isPending: false });
    await adas(addReaction, { id, commentId: pending.id, reaction: 'heart' });
    await react(visitor, 'heart', { authorName: 'Rude words' });
    const [, first] = await commentsSeenBy(adas, id);
    expect(first?.reactions).toMatchObject([{ names: ['Anonymous'] }]);
  });

  test('sees no comment that is not there', async () => {
    const { id, adas } = await scene();
    const missing = adas(addReaction, { id, commentId: crypto.randomUUID(), reaction: 'heart' });
    await expect(missing).rejects.toMatchObject({ status: 404 });
  });
});

describe('deleting', () => {
  test('the comment deletes its reactions, and an account its own', async () => {
    const { id, commentId, adas, bob, bobs, react, shownTo } = await scene();
    await react(adas, 'heart');
    await react(bobs, 'heart');
    await bobs(deleteAccount, { uid: bob.id, confirm: 'DELETE', currentPassword: PASSWORD });
    expect(await shownTo(adas)).toEqual([{ reaction: 'heart', count: 1, names: [], isMine: true }]);
    expect(await world.app.db('comment_reactions').where({ user_id: bob.id })).toEqual([]);
    await adas(deleteComment, { id, commentId });
    expect(await world.app.db('comment_reactions').where({ snapshot_id: id })).toEqual([]);
  });
});

describe('too many reactions', () => {
  const fill = (id: string, commentId: string, count: number) =>
    world.app.db.raw(
      `insert into comment_reactions (comment_id, snapshot_id, reaction, person, name)
       select :commentId, :id, 'heart', 'visitor:' || n, 'x' from generate_series(1, :count) n`,
      { id, commentId, count },
    );
  const full = { status: 409, code: 'conflict' };

  test('of visitors leave space for those of others', async () => {
    const { id, commentId, adas, react } = await scene();
    await fill(id, commentId, VISITOR_REACTIONS_PER_SNAPSHOT);
    await expect(react(newBrowser(world).call, 'eyes')).rejects.toMatchObject(full);
    await react(adas, 'eyes');
  });

  test('fill a snapshot', async () => {
    const { id, commentId, adas, react } = await scene();
    await fill(id, commentId, REACTIONS_PER_SNAPSHOT);
    await expect(react(adas, 'eyes')).rejects.toMatchObject(full);
  });

  test('by visitors on one snapshot in an hour stop visitors there only', async () => {
    const rateLimits = { ...RATE_LIMITS, visitorReactions: { points: 1, seconds: 3600 } };
    const own = await worldForTest({ rateLimits });
    const { ada, react } = await scene(own);
    await react(newBrowser(own).call, 'eyes');
    await expect(react(newBrowser(own).call, 'eyes')).rejects.toMatchObject({ status: 429 });
    await react(own.as(ada), 'eyes');
  });

  test('with invented visitors from one address stop that address on the snapshot only', async () => {
    const rateLimits = { ...RATE_LIMITS, visitorAddressReactions: { points: 3, seconds: 3600 } };
    const own = await worldForTest({ rateLimits, trustedProxies: 1 });
    const { id, commentId } = await scene(own);
    const reactAs = async (anonymousUserId: string, from: string) => {
      const { status } = await own.fetch({
        method: 'PUT',
        path: `/api/snapshots/${id}/comments/${commentId}/reactions/thumbs_up`,
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
        body: JSON.stringify({ anonymousUserId }),
      });
      return status;
    };
    const statuses: number[] = [];
    for (let at = 0; at < 120; at += 1)
      statuses.push(await reactAs(`invented visitor ${at}`.padEnd(32, '.'), '203.0.113.7'));
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(await reactAs('a visitor elsewhere'.padEnd(32, '.'), '203.0.113.8')).toBe(200);
  });
});
