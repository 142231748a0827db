import { assignThread, listAssignees } from '@stagelink/shared/contracts/assignments';
import { deleteAccount } from '@stagelink/shared/contracts/accounts';
import { readThread, updateComment } from '@stagelink/shared/contracts/comments';
import { listNotifications } from '@stagelink/shared/contracts/notifications';
import { getThread } from '@stagelink/shared/contracts/threads';
import { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import type { Call } from '@stagelink/shared/client/call';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { snapshotChannel, userChannel } from '../../platform/live/events.ts';
import { PASSWORD } from '../../testing/builders.ts';
import { commentsSeenBy, createComment } from '../../testing/comments.ts';
import { messagesDuring } from '../../testing/liveMessages.ts';
import { newBrowser } from '../../testing/reviewer.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const DAY = '2026-12-24';

async function scene() {
  const [ada, bob] = [await world.build.user({ name: 'Ada' }), await world.build.user({ name: 'Bob' })];
  const id = await world.build.snapshot(ada, { name: 'Checkout' });
  const [adas, bobs] = [world.as(ada), world.as(bob)];
  const { id: commentId } = await createComment(bobs, id, 'Make it bigger');
  const people = async () => (await adas(listAssignees, { id })).people;
  const idOf = async (name: string) => (await people()).find((each) => each.name === name)?.id ?? '';
  const assign = async (name: string | null, dueOn: string | null = null, call: Call = adas) =>
    (await call(assignThread, { id, commentId, assignee: name && (await idOf(name)), dueOn })).comment;
  const notificationsOf = async (call: Call) =>
    (await call(listNotifications, {})).notifications.filter(({ type }) => type === 'other');
  return { ada, bob, adas, bobs, id, commentId, people, idOf, assign, notificationsOf };
}

describe('a thread', () => {
  test('is assigned to a person, with a day, and everyone who sees it sees both', async () => {
    const { adas, bobs, id, assign } = await scene();
    expect(await assign('Bob', DAY)).toMatchObject({
      assignee: { name: 'Bob', isYou: false },
      dueOn: DAY,
      can: { assign: true },
    });
    const [bobsView] = await commentsSeenBy(bobs, id);
    expect(bobsView).toMatchObject({
      assignee: { name: 'Bob', isYou: true },
      dueOn: DAY,
      can: { assign: false },
    });
    const [visitors] = await commentsSeenBy(newBrowser(world).call, id);
    expect(visitors).toMatchObject({ assignee: { name: 'Bob', isYou: false } });
    expect(await assign(null)).toMatchObject({ assignee: null, dueOn: null });
    expect((await commentsSeenBy(adas, id))[0]).toMatchObject({ assignee: null, dueOn: null });
  });

  test('reaches every open viewer and the owner’s windows, and nothing is published twice', async () => {
    const { ada, id, commentId, assign } = await scene();
    const messages = await messagesDuring(world, async () => {
      await assign(null, DAY);
      await assign(null, DAY);
    });
    const event = { type: 'comment_updated', snapshotId: id, commentId };
    // The comment's own event may arrive late.
    const changes = messages.filter((notice) => 'event' in notice && notice.event.type === 'comment_updated');
    expect(changes.map(({ channel }) => channel).sort()).toEqual(
      [snapshotChannel(id), userChannel(ada.id)].sort(),
    );
    expect(changes).toMatchObject([{ event }, { event }]);
  });

  test('notifies a new assignee once, who follows it from then on; changing the day notifies no one', async () => {
    const { bobs, id, commentId, assign, notificationsOf } = await scene();
    await assign('Bob');
    await assign('Bob', DAY);
    expect(await notificationsOf(bobs)).toMatchObject([
      { title: 'Ada assigned a comment to you on “Checkout”', actionUrl: `/s/${id}#thread=${commentId}` },
    ]);
    expect((await bobs(readThread, { id, commentId })).comments[0]?.following).toBe('active');
    await assign('Ada');
    await assign('Bob');
    expect(await notificationsOf(bobs)).toHaveLength(2);
  });

  test('assigned to oneself notifies no one', async () => {
    const { adas, assign, notificationsOf } = await scene();
    await assign('Ada');
    expect(await notificationsOf(adas)).toEqual([]);
  });

  test('loses an assignee whose account is deleted, and keeps its day', async () => {
    const { adas, bob, bobs, id, assign } = await scene();
    await assign('Bob', DAY);
    await bobs(deleteAccount, { uid: bob.id, confirm: 'DELETE', currentPassword: PASSWORD });
    expect((await commentsSeenBy(adas, id))[0]).toMatchObject({ assignee: null, dueOn: DAY });
  });

  test('shows its assignee outside the viewer', async () => {
    const { adas, commentId, assign } = await scene();
    await assign('Bob', DAY);
    const { thread } = await adas(getThread, { id: commentId });
    expect(thread.comment).toMatchObject({ assignee: { name: 'Bob' }, dueOn: DAY });
  });
});

describe('the people to choose from', () => {
  test('are the owner, reviewers with and without an account, and users who commented', async () => {
    const { adas, id, people } = await scene();
    const cleo = await world.build.user({ name: 'Cleo', isVerified: true });
    const review = '0190a0e2-6b1c-7c3e-8000-0000000000f1';
    await world.app.db('reviews').insert({ id: review, snapshot_id: id });
    const reviewer = (n: number, email: string, name: string) => ({
      id: `0190a0e2-6b1c-7c3e-8000-0000000000a${n}`,
      review_id: review,
      email,
      name,
    });
    await world.app
      .db('reviewers')
      .insert([reviewer(1, cleo.email, 'Cleopatra'), reviewer(2, 'dora@example.com', 'Dora')]);
    await createComment(newBrowser(world).call, id, { text: 'x', authorName: 'Vera' });
    const names = (await people()).map(({ name, isYou }) => [name, isYou]);
    expect(names).toEqual([
      ['Ada', true],
      ['Bob', false],
      ['Cleo', false],
      ['Dora', false],
    ]);
    const dora = (await people())[3]?.id ?? '';
    const [first] = await commentsSeenBy(adas, id);
    const { comment } = await adas(assignThread, {
      id,
      commentId: first?.id ?? '',
      assignee: dora,
      dueOn: null,
    });
    expect(comment.assignee).toEqual({ id: dora, name: 'Dora', isYou: false });
    expect(JSON.stringify(await people())).not.toContain(cleo.id);
  });

  test('have other ids on another snapshot', async () => {
    const { adas, commentId, id, ada } = await scene();
    const other = await world.build.snapshot(ada);
    const [me] = (await adas(listAssignees, { id: other })).people;
    const foreign = adas(assignThread, { id, commentId, assignee: me?.id ?? '', dueOn: null });
    await expect(foreign).rejects.toMatchObject({ status: 400, field: 'assignee' });
  });
});

describe('assigning', () => {
  test('is for the owner, for threads, and for what everyone sees', async () => {
    const { adas, bobs, id, commentId, idOf } = await scene();
    const bob = await idOf('Bob');
    const theirs = bobs(assignThread, { id, commentId, assignee: bob, dueOn: null });
    await expect(theirs).rejects.toMatchObject({ status: 404 });
    const reply = await createComment(bobs, id, { text: 'x', parentId: commentId });
    const toReply = adas(assignThread, { id, commentId: reply.id, assignee: bob, dueOn: null });
    await expect(toReply).rejects.toMatchObject({ status: 403 });
    await adas(updateSnapshot, { id, commentPolicy: 'approval' });
    const pending = await createComment(newBrowser(world).call, id, 'May I?');
    const early = { id, commentId: pending.id, assignee: bob, dueOn: null };
    await expect(adas(assignThread, early)).rejects.toMatchObject({ status: 403 });
    await adas(updateComment, { id, commentId: pending.id, isPending: false });
    await adas(assignThread, early);
  });

  test.each(['2026-02-30', '0000-01-01', '24.12.2026', '2026-12-24T10:00:00Z', ''])(
    'for the day “%s” is rejected',
    async (dueOn) => {
      const { adas, id, commentId } = await scene();
      const assigned = adas(assignThread, { id, commentId, assignee: null, dueOn });
      await expect(assigned).rejects.toMatchObject({ status: 400 });
    },
  );
});
