import { updateComment } from '@stagelink/shared/contracts/comments';
import { extendSnapshot, getSnapshot, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import {
  deleteSubscription,
  followThread,
  listSubscriptions,
  subscribe,
  unsubscribe,
  updateSubscription,
} from '@stagelink/shared/contracts/follows';
import { listNotifications } from '@stagelink/shared/contracts/notifications';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { announceComment, createComment } from '../../testing/comments.ts';
import { stage } from '../../testing/stage.ts';
import { messagesTo } from '../../testing/liveMessages.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const someone = () => world.build.user();
const follow = async (person: Person, id: string) => (await world.as(person)(subscribe, { id })).subscription;
const followed = async (person: Person) => (await world.as(person)(listSubscriptions, {})).subscriptions;
const followingOf = async (owner: Person, id: string) =>
  (await world.as(owner)(getSnapshot, { id })).snapshot.following;

describe('following a snapshot', () => {
  test('is listed, and can be paused, resumed and ended', async () => {
    const ada = await someone();
    const id = await world.build.snapshot(ada, { name: 'Checkout' });
    expect(await followingOf(ada, id)).toBeNull();

    const subscription = await follow(ada, id);
    expect(subscription).toMatchObject({
      snapshotId: id,
      snapshotName: 'Checkout',
      commentId: null,
      commentPreview: 'All comments',
      isActive: true,
      lastNotified: null,
    });
    expect(await followed(ada)).toEqual([subscription]);
    expect(await followingOf(ada, id)).toBe('active');

    const paused = await world.as(ada)(unsubscribe, { id });
    expect(paused).toEqual({ subscription: { ...subscription, isActive: false } });
    expect(await followingOf(ada, id)).toBe('paused');

    expect(await follow(ada, id)).toEqual(subscription);
    expect(await followingOf(ada, id)).toBe('active');

    await world.as(ada)(deleteSubscription, { id: subscription.id });
    expect(await followed(ada)).toEqual([]);
    expect(await followingOf(ada, id)).toBeNull();
  });

  test('is shown to an owner only after a follow, who is notified before it and after it was taken back', async () => {
    const [ada, bob] = [await someone(), await someone()];
    const { snapshot } = await stage(world, ada, { 'index.html': 'x' }, { password: null });
    const { id } = snapshot;
    const notified = async () =>
      (await world.as(ada)(listNotifications, {})).notifications.filter(({ type }) => type === 'comment_new')
        .length;
    expect(snapshot.following).toBeNull();
    expect(await followed(ada)).toEqual([]);
    await announceComment(world, world.as(bob), id, 'One');
    expect(await notified()).toBe(1);

    const subscription = await follow(ada, id);
    expect(await followed(ada)).toEqual([subscription]);
    expect(await followingOf(ada, id)).toBe('active');
    await world.as(ada)(deleteSubscription, { id: subscription.id, undo: 'true' });
    expect(await followed(ada)).toEqual([]);
    expect(await followingOf(ada, id)).toBeNull();
    await announceComment(world, world.as(bob), id, 'Two');
    expect(await notified()).toBe(2);

    expect((await world.as(ada)(unsubscribe, { id })).subscription.isActive).toBe(false);
    expect(await followingOf(ada, id)).toBe('paused');
    await announceComment(world, world.as(bob), id, 'Three');
    expect(await notified()).toBe(2);
  });

  test('many times at once follows it once', async () => {
    const ada = await someone();
    const id = await world.build.snapshot(ada);
    const all = await Promise.all(Array.from({ length: 10 }, () => follow(ada, id)));
    expect(new Set(all.map((one) => one.id)).size).toBe(1);
    expect(await followed(ada)).toHaveLength(1);
  });

  test('of another owner requires access', async () => {
    const [ada, bob] = [await someone(), await someone()];
    const id = await world.build.snapshot(ada);
    expect(await follow(bob, id)).toMatchObject({ snapshotId: id });
    expect(await followingOf(ada, id)).toBeNull();

    const gated = await world.build.snapshot(ada);
    await world.as(ada)(updateSnapshot, { id: gated, password: 'open sesame' });
    await expect(follow(bob, gated)).rejects.toMatchObject({ code: 'password_required' });
    const expired = await world.build.snapshot(ada, { daysLeft: -1 });
    await expect(follow(bob, expired)).rejects.toMatchObject({ code: 'gone' });
    await expect(follow(bob, 'abcdefghij012345')).rejects.toMatchObject({ code: 'not_found' });
    await world.app.db('users').where({ id: ada.id }).update({ deactivated_at: new Date() });
    const before = await followed(bob);
    await expect(follow(bob, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await followed(bob)).toEqual(before);
  });

  test('can be stopped after access was lost', async () => {
    const [ada, bob] = [await someone(), await someone()];
    const id = await world.build.snapshot(ada);
    const { id: subscription } = await follow(bob, id);
    await world.as(ada)(updateSnapshot, { id, password: 'open sesame' });
    expect(await world.as(bob)(unsubscribe, { id })).toMatchObject({ subscription: { isActive: false } });
    expect(await world.as(bob)(deleteSubscription, { id: subscription })).toEqual({ ok: true });
  });

  test('cannot be paused before it has begun', async () => {
    const ada = await someone();
    const id = await world.build.snapshot(ada);
    await expect(world.as(ada)(unsubscribe, { id })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('your subscriptions', () => {
  test('come newest first, and disappear with their snapshots', async () => {
    const ada = await someone();
    const [first, second] = [await world.build.snapshot(ada), await world.build.snapshot(ada)];
    await follow(ada, first);
    await follow(ada, second);
    expect((await followed(ada)).map(({ snapshotId }) => snapshotId)).toEqual([second, first]);
    await world.app.db('snapshots').where({ id: second }).delete();
    expect((await followed(ada)).map(({ snapshotId }) => snapshotId)).toEqual([first]);
  });

  test('show the beginning of a thread only with access to its snapshot', async () => {
    const [ada, bob] = [await someone(), await someone()];
    const bea = await world.build.user({ isVerified: true });
    const id = await world.build.snapshot(ada);
    const { id: commentId } = await createComment(world.as(ada), id, 'Before');
    for (const person of [ada, bob, bea]) await world.as(person)(followThread, { id, commentId });
    const previewsFor = async (person: Person) =>
      (await followed(person)).filter((one) => one.commentId === commentId).map((one) => one.commentPreview);
    expect(await previewsFor(bob)).toEqual(['Before']);

    const review = uuidv7();
    await world.app.db('reviews').insert({ id: review, snapshot_id: id });
    const named = [ada, bob, bea].map(({ email }) => ({ id: uuidv7(), review_id: review, email, name: 'N' }));
    await world.app.db('reviewers').insert(named);
    await world.as(ada)(updateSnapshot, { id, password: 'open sesame' });
    await world.as(ada)(updateComment, { id, commentId, text: 'Between us' });
    expect(await previewsFor(ada)).toEqual(['Between us']);
    expect(await previewsFor(bea)).toEqual(['Between us']);
    // Mentioned too, by an unverified address.
    expect(await previewsFor(bob)).toEqual(['Open the thread to read it.']);
  });

  test('show the beginning of a long thread', async () => {
    const ada = await someone();
    const id = await world.build.snapshot(ada);
    const { id: commentId } = await createComment(world.as(ada), id, 'long '.repeat(900));
    const { subscription } = await world.as(ada)(followThread, { id, commentId });
    expect(subscription.commentPreview).toMatch(/^(long ){15}long…$/);
  });

  test('are toggled by their id, by their owner only', async () => {
    const [ada, bob] = [await someone(), await someone()];
    const { id } = await follow(ada, await world.build.snapshot(ada));
    for (const isActive of [false, false, true]) {
      const { subscription } = await world.as(ada)(updateSubscription, { id, isActive });
      expect(subscription.isActive).toBe(isActive);
    }
    const [before] = await followed(ada);
    for (const call of [
      () => world.as(bob)(updateSubscription, { id, isActive: false }),
      () => world.as(bob)(deleteSubscription, { id }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await followed(ada)).toEqual([before]);
  });

  test('publish changes to the follower’s windows, and only changes', async () => {
    const [ada, bob] = [await someone(), await someone()];
    const snapshotId = await world.build.snapshot(ada);
    const events = await messagesTo(world, bob, async () => {
      const { id } = await follow(bob, snapshotId);
      await follow(bob, snapshotId);
      await world.as(bob)(updateSubscription, { id, isActive: false });
      await world.as(bob)(unsubscribe, { id: snapshotId });
      await world.as(bob)(updateSubscription, { id, isActive: true });
      await world.as(bob)(deleteSubscription, { id });
    });
    expect(events.map(({ type }) => type)).toEqual([
      'subscription_created',
      'subscription_cancelled',
      'subscription_created',
      'subscription_cancelled',
    ]);
    expect(events[0]).toMatchObject({ snapshotId });
    expect(await messagesTo(world, ada, () => follow(bob, snapshotId))).toEqual([]);
    // Another user's change of a snapshot publishes nothing to followers.
    expect(await messagesTo(world, bob, () => world.as(ada)(extendSnapshot, { id: snapshotId }))).toEqual([]);
  });
});
