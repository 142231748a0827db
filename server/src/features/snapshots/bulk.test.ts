import { startBulkChange } from '@stagelink/shared/contracts/bulkChanges';
import { BULK_CHANGE_MAX, TAGS_MAX } from '@stagelink/shared/contracts/limits';
import { createProject } from '@stagelink/shared/contracts/projects';
import { type BulkAction, getSnapshot, viewSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messagesDuring, messagesTo } from '../../testing/liveMessages.ts';
import { stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let ada: Person;
let ids: [string, string, string];
beforeEach(async () => {
  ada = await world.build.user();
  ids = [await world.build.snapshot(ada), await world.build.snapshot(ada), await world.build.snapshot(ada)];
});

async function changeAs(of: World, person: Person, chosen: string[], action: BulkAction) {
  const { change: made } = await of.as(person)(startBulkChange, { snapshots: { ids: chosen }, action });
  const failed = new Set(made.failed.map(({ id }) => id));
  return { done: [...new Set(chosen)].filter((id) => !failed.has(id)), failed: made.failed };
}
const change = (action: BulkAction, of: string[] = ids) => changeAs(world, ada, of, action);
const read = async (id: string) => (await world.as(ada)(getSnapshot, { id })).snapshot;
const daysLeft = async (id: string) => (Date.parse((await read(id)).expiresAt) - Date.now()) / 86_400_000;
const exists = (id: string) =>
  world
    .as(ada)(getSnapshot, { id })
    .then(
      () => true,
      () => false,
    );

describe('many snapshots at once', () => {
  test('are moved into a project and out of it', async () => {
    const { project } = await world.as(ada)(createProject, { name: 'Shop' });
    expect(await change({ type: 'move', projectId: project.id })).toEqual({ done: ids, failed: [] });
    for (const id of ids) expect((await read(id)).projectId).toBe(project.id);
    await change({ type: 'move', projectId: null }, [ids[0]]);
    expect((await read(ids[0])).projectId).toBeNull();
    expect((await read(ids[1])).projectId).toBe(project.id);
  });

  test('stay where they are if the project belongs to another owner', async () => {
    const { project } = await world.as(await world.build.user())(createProject, { name: 'Theirs' });
    await expect(change({ type: 'move', projectId: project.id })).rejects.toMatchObject({
      code: 'not_found',
    });
    for (const id of ids) expect((await read(id)).projectId).toBeNull();
  });

  test('are extended by seven days, up to the plan’s maximum', async () => {
    const almost = await world.build.snapshot(ada, { daysLeft: 88 });
    const expired = await world.build.snapshot(ada, { daysLeft: -5 });
    const requested = [...ids, almost, expired];
    expect(await change({ type: 'extend' }, requested)).toEqual({ done: requested, failed: [] });
    expect(await daysLeft(ids[0])).toBeCloseTo(27, 1);
    expect(await daysLeft(almost)).toBeCloseTo(90, 1);
    expect(await daysLeft(expired)).toBeCloseTo(7, 1);
  });

  test('that last as long as the plan allows are refused with the reason, the others extended', async () => {
    const longest = await world.build.snapshot(ada, { daysLeft: 90 });
    expect(await change({ type: 'extend' }, [ids[0], longest])).toEqual({
      done: [ids[0]],
      failed: [{ id: longest, message: 'A link lasts at most 90 days from now, and this one already does.' }],
    });
    expect(await daysLeft(longest)).toBeCloseTo(90, 1);
  });

  test('are reactivated up to the plan’s limit, and the rest gets the reason', async () => {
    const { planLimits } = world.app.config;
    const small = await worldForTest({
      isSelfHosted: false,
      planLimits: { ...planLimits, free: { ...planLimits.free, activeSnapshots: 2 } },
    });
    const bob = await small.build.user();
    const active = await small.build.snapshot(bob, { daysLeft: 3 });
    const expired = [
      await small.build.snapshot(bob, { daysLeft: -1 }),
      await small.build.snapshot(bob, { daysLeft: -1 }),
    ];
    const extend = (of: string[]) => changeAs(small, bob, of, { type: 'extend' });
    const [outcome, again] = [await extend([active, ...expired]), await extend(expired)];
    expect(outcome.done).toHaveLength(2);
    expect(outcome.done).toContain(active);
    expect(outcome.failed).toMatchObject([{ message: expect.stringContaining('2 active snapshots') }]);
    expect(again.failed).toContainEqual(outcome.failed[0]);
  });

  test('are deleted, and no others', async () => {
    const { snapshot } = await stage(world, ada, { 'index.html': 'x' }, { password: null });
    expect(await world.as(null)(viewSnapshot, { id: snapshot.id })).toBeDefined();
    await change({ type: 'delete' }, [ids[0], snapshot.id]);
    expect(await Promise.all([...ids, snapshot.id].map(exists))).toEqual([false, true, true, false]);
    await expect(world.as(null)(viewSnapshot, { id: snapshot.id })).rejects.toMatchObject({ status: 404 });
  });

  test('get and lose tags, each once, and one with too many gets an error', async () => {
    const full = await world.build.snapshot(ada, {
      tags: Array.from({ length: TAGS_MAX }, (_, at) => `t${at}`),
    });
    await change({ type: 'tag', add: ['red', 'two words'], remove: [] });
    const outcome = await change({ type: 'tag', add: ['red', 'new'], remove: ['two words'] }, [ids[0], full]);
    expect(outcome).toEqual({
      done: [ids[0]],
      failed: [{ id: full, message: 'This snapshot would have more than 20 tags.' }],
    });
    expect((await read(ids[0])).tags).toEqual(['red', 'new']);
    expect((await read(ids[1])).tags).toEqual(['red', 'two words']);
    expect((await read(full)).tags).toHaveLength(TAGS_MAX);
    expect(await change({ type: 'tag', add: ['new'], remove: ['t0'] }, [full])).toMatchObject({
      done: [full],
    });
  });

  test.each<BulkAction>([
    { type: 'move', projectId: null },
    { type: 'extend' },
    { type: 'delete' },
    { type: 'tag', add: ['x'], remove: [] },
  ])('$type skips others’ and deleted snapshots and lists them', async (act) => {
    const others = await world.build.snapshot(await world.build.user(), { tags: ['theirs'] });
    const before: unknown = await world.app.db('snapshots').where({ id: others }).first();
    const gone = 'abcdefghij012345';
    const message = 'This snapshot no longer exists.';
    expect(await change(act, [ids[0], others, gone, ids[0]])).toEqual({
      done: [ids[0]],
      failed: [
        { id: others, message },
        { id: gone, message },
      ],
    });
    expect(await world.app.db('snapshots').where({ id: others }).first()).toEqual(before);
  });

  test('have a minimum and a maximum number', async () => {
    for (const of of [[], Array.from({ length: BULK_CHANGE_MAX + 1 }, () => ids[0])]) {
      await expect(change({ type: 'delete' }, of)).rejects.toMatchObject({
        code: 'invalid_input',
      });
    }
  });

  test('changed from two sides at once do not deadlock', async () => {
    const many = await Promise.all(Array.from({ length: 20 }, () => world.build.snapshot(ada)));
    const both = await Promise.all([
      change({ type: 'extend' }, many),
      change({ type: 'tag', add: ['a'], remove: [] }, many.toReversed()),
      change({ type: 'extend' }, many.toReversed()),
    ]);
    expect(both.map(({ failed }) => failed)).toEqual([[], [], []]);
    expect(await daysLeft(many[0] ?? '')).toBeCloseTo(34, 1);
  });
});

describe('a bulk action publishes', () => {
  test('one event to the owner, however many there were, and none without changes', async () => {
    expect(await messagesTo(world, ada, () => change({ type: 'extend' }))).toEqual([
      { type: 'lists_changed' },
    ]);
    expect(await messagesTo(world, ada, () => change({ type: 'delete' }, ['abcdefghij012345']))).toEqual([]);
  });

  test('each snapshot’s new expiry to its viewers', async () => {
    const messages = await messagesDuring(world, () => change({ type: 'extend' }));
    for (const id of ids) {
      const { expiresAt } = await read(id);
      expect(messages).toContainEqual({
        channel: `snapshot:${id}`,
        seq: 1,
        event: { type: 'snapshot_extended', snapshotId: id, expiresAt },
      });
    }
  });

  test('a change of access when they are deleted or extended', async () => {
    for (const type of ['extend', 'delete'] as const) {
      const messages = await messagesDuring(world, () => change({ type }));
      const announced = messages.flatMap((notice) => (notice.channel === null ? [notice.announcement] : []));
      expect(announced).toHaveLength(ids.length);
      for (const snapshotId of ids) {
        expect(announced).toContainEqual({ type: 'access_changed', snapshotId });
      }
    }
  });
});
