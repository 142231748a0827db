import { randomUUID } from 'node:crypto';
import { takeDownSnapshot } from '@stagelink/shared/contracts/admin';
import { startBulkChange } from '@stagelink/shared/contracts/bulkChanges';
import { updateComment } from '@stagelink/shared/contracts/comments';
import { startReview, submitReview } from '@stagelink/shared/contracts/reviews';
import { deleteSnapshot, extendSnapshot } from '@stagelink/shared/contracts/snapshots';
import { describe, expect, test } from 'vitest';
import { grantSuperadmin } from '../admin/superadmins.ts';
import * as accounts from '../identity/accounts/repo.ts';
import { userChannel } from '../../platform/live/events.ts';
import { listsChangedEvent, publishAll } from '../../platform/live/publish.ts';
import type { Person } from '../../testing/builders.ts';
import { createComment } from '../../testing/comments.ts';
import { type World, worldForTest } from '../../testing/world.ts';
import { removeExpired } from './expiry.ts';
import { lockOwnerForNoKeyUpdate } from './repo.ts';

/** Resolves when a statement is blocked by a lock. */
async function untilWaiting({ app }: World): Promise<void> {
  const waiting = app
    .db('pg_stat_activity')
    .where('wait_event_type', 'Lock')
    .whereRaw('datname = current_database()');
  while ((await waiting.clone().pluck('pid')).length === 0);
}

const changing: [string, (world: World, owner: Person, id: string) => Promise<unknown>][] = [
  ['extending a snapshot', (world, owner, id) => world.as(owner)(extendSnapshot, { id })],
  ['deleting a snapshot', (world, owner, id) => world.as(owner)(deleteSnapshot, { id })],
  ['deleting an expired snapshot', ({ app }) => removeExpired(app, new Date(Date.now() + 100 * 86_400_000))],
  [
    'extending snapshots in bulk',
    (world, owner, id) =>
      world.as(owner)(startBulkChange, { snapshots: { ids: [id] }, action: { type: 'extend' } }),
  ],
];

test.each(changing)('%s locks its account first, as the deletion of an account does', async (_, act) => {
  const world = await worldForTest();
  const owner = await world.build.user();
  const id = await world.build.snapshot(owner, { daysLeft: 2 });
  let acted: Promise<unknown> | undefined;
  await world.app.db.transaction(async (tx) => {
    await accounts.lockForUpdate(tx, owner.id);
    acted = act(world, owner, id);
    await untilWaiting(world);
    // Fails at once if the snapshot is already locked.
    await tx('snapshots').where({ id }).forUpdate().noWait().first('id');
  });
  await expect(acted).resolves.toBeDefined();
});

test('a snapshot that is taken down locks its account before any channel', async () => {
  const world = await worldForTest();
  const owner = await world.build.user();
  const admin = await world.build.user({ isVerified: true });
  await grantSuperadmin(world.app.db, admin.email);
  const id = await world.build.snapshot(owner);
  await world.app.db.transaction((tx) =>
    publishAll(
      tx,
      [owner, admin].map((person) => listsChangedEvent(userChannel(person.id))),
    ),
  );
  let acted: Promise<unknown> | undefined;
  await world.app.db.transaction(async (tx) => {
    await lockOwnerForNoKeyUpdate(tx, owner.id);
    acted = world.as(admin)(takeDownSnapshot, { id, reason: 'Phishing' });
    await untilWaiting(world);
    // Fails at once if a channel is already locked.
    await tx('channels').forUpdate().noWait().select('id');
  });
  await expect(acted).resolves.toBeDefined();
});

test.each([
  ['begun', startReview],
  ['answered', submitReview],
])('a review that is %s locks its snapshot first, as a deletion does', async (_, act) => {
  const world = await worldForTest();
  const bob = await world.build.user({ isVerified: true });
  const id = await world.build.snapshot(await world.build.user());
  const reviewId = randomUUID();
  await world.app.db('reviews').insert({ id: reviewId, snapshot_id: id });
  await world.app
    .db('reviewers')
    .insert({ id: randomUUID(), review_id: reviewId, email: bob.email, name: 'Bob' });
  let answered: Promise<unknown> | undefined;
  await world.app.db.transaction(async (tx) => {
    await tx('snapshots').where({ id }).forUpdate().first('id');
    const answer = act === submitReview ? { status: 'approved', feedback: 'Lovely' } : {};
    answered = world.as(bob)(act, { id: reviewId, ...answer } as never);
    await untilWaiting(world);
    // Fails at once if the review is already locked.
    await tx('reviews').where({ id: reviewId }).forUpdate().noWait().first('id');
  });
  await expect(answered).resolves.toBeDefined();
});

describe('a comment locks accounts before its snapshot and its follows, as a deletion does:', () => {
  /** Creates an open snapshot with a thread that its author, Bob, and Cleo follow. */
  async function scene() {
    const world = await worldForTest();
    const [ada, bob, cleo] = [await world.build.user(), await world.build.user(), await world.build.user()];
    const id = await world.build.snapshot(ada);
    const thread = await createComment(world.as(bob), id, 'Larger?');
    await createComment(world.as(cleo), id, { text: 'Yes.', parentId: thread.id });
    return { world, ada, bob, cleo, id, thread };
  }
  type Scene = Awaited<ReturnType<typeof scene>>;
  const reply = ({ world, bob, id, thread }: Scene) =>
    createComment(world.as(bob), id, { text: 'Done.', parentId: thread.id });
  const announce = async (here: Scene) => {
    await reply(here);
    await here.world.drainJobs();
    return here;
  };
  const resolve = ({ world, ada, id, thread }: Scene) =>
    world.as(ada)(updateComment, { id, commentId: thread.id, state: 'resolved' });

  test.each([
    ['a reply and its author', 'bob', reply],
    ['the announcement of a reply and the owner', 'ada', announce],
    ['the announcement of a reply and a follower', 'cleo', announce],
    ['a resolution and the owner', 'ada', resolve],
    ['a resolution and a follower', 'cleo', resolve],
  ] as const)('%s', async (_, name, act) => {
    const here = await scene();
    const { world, id } = here;
    let acted: Promise<unknown> | undefined;
    await world.app.db.transaction(async (tx) => {
      await accounts.lockForUpdate(tx, here[name].id);
      acted = act(here);
      await untilWaiting(world);
      // Each fails at once if it is already locked.
      await tx('snapshots').where({ id }).forUpdate().noWait().first('id');
      await tx('follows').where({ snapshot_id: id }).forUpdate().noWait().select('id');
    });
    await expect(acted).resolves.toBeDefined();
  });

  test('an account deleted meanwhile can no longer comment', async () => {
    const here = await scene();
    const { world, bob } = here;
    let acted: Promise<unknown> | undefined;
    await world.app.db.transaction(async (tx) => {
      await accounts.lockForUpdate(tx, bob.id);
      acted = reply(here);
      acted.catch(() => undefined);
      await untilWaiting(world);
      await accounts.remove(tx, bob.id);
    });
    await expect(acted).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
  });
});
