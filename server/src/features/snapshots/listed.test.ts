import { getSnapshot, listSnapshots, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { requestReview } from '@stagelink/shared/contracts/reviews';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createComment } from '../../testing/comments.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('a listed snapshot is always the one that is read alone, also after it was listed before', async () => {
  const ada = await world.build.user();
  const bob = await world.build.user({ isVerified: true });
  const id = await world.build.snapshot(ada);
  const owner = world.as(ada);
  const { db } = world.app;

  // A page of another length is not remembered, and its rows are.
  let limit = 1;
  const expectSame = async () => {
    const { snapshots } = await owner(listSnapshots, { limit: limit++ });
    const { snapshot } = await owner(getSnapshot, { id });
    expect(snapshots).toEqual([snapshot]);
    return snapshot;
  };
  const changes: Record<string, () => Promise<unknown>> = {
    'nothing yet': async () => undefined,
    name: () => owner(updateSnapshot, { id, name: '“Ä” \\ \u0001', tags: ['one', 'two'] }),
    comment: () => createComment(world.as(bob), id, 'One'),
    password: () => owner(updateSnapshot, { id, password: 'secret words' }),
    'rows of its version': () => db('versions').where({ snapshot_id: id }).update({ file_count: 3 }),
    review: () => owner(requestReview, { id, reviewers: [{ userName: 'Bob', userEmail: bob.email }] }),
    'a deadline that passes': () =>
      db('reviews')
        .where({ snapshot_id: id })
        .update({ deadline: new Date(Date.now() - 1_000) }),
    'a viewer': () =>
      db('snapshot_views').insert({
        snapshot_id: id,
        day: new Date(),
        visitor: Buffer.from('a'),
        user_id: bob.id,
      }),
    'another name of the viewer': () => db('users').where({ id: bob.id }).update({ name: 'Robert' }),
    'a paused follow': () => db('follows').where({ snapshot_id: id }).update({ is_active: false }),
  };
  for (const change of Object.values(changes)) {
    await change();
    await expectSame();
    await expectSame();
  }
  expect(await expectSame()).toMatchObject({
    password: 'secret words',
    review: { status: 'overdue' },
    analytics: { recentViewers: [{ name: 'Robert' }] },
  });
});
