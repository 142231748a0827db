import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { createProject } from '@stagelink/shared/contracts/projects';
import { listSnapshots, listTags, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

let ada: Person;
beforeEach(async () => {
  ada = await world.build.user();
});

type Filter = Input<typeof listSnapshots>;
/** Returns the names that match a filter, in alphabetical order. */
async function left(filter: Filter): Promise<string[]> {
  const list = await world.as(ada)(listSnapshots, { ...filter, sort: 'name', order: 'asc' });
  expect(list.matching).toBe(list.snapshots.length);
  return list.snapshots.map(({ name }) => name);
}

describe('the list is filtered', () => {
  test('by active, expired or all', async () => {
    await world.build.snapshot(ada, { name: 'fresh' });
    await world.build.snapshot(ada, { name: 'stale', daysLeft: -1 });
    expect(await left({})).toEqual(['fresh']);
    expect(await left({ status: 'expired' })).toEqual(['stale']);
    expect(await left({ status: 'all' })).toEqual(['fresh', 'stale']);
  });

  test('by a project, or by none, and another owner’s project is empty', async () => {
    const { project } = await world.as(ada)(createProject, { name: 'Shop' });
    await world.build.snapshot(ada, { name: 'in', projectId: project.id });
    await world.build.snapshot(ada, { name: 'out' });
    expect(await left({ projectId: project.id })).toEqual(['in']);
    expect(await left({ projectId: NO_PROJECT })).toEqual(['out']);
    const stranger = await world.build.user();
    const list = await world.as(stranger)(listSnapshots, { projectId: project.id });
    expect(list).toMatchObject({ snapshots: [], matching: 0, total: 0 });
  });

  test('by all of the tags', async () => {
    await world.build.snapshot(ada, { name: 'a', tags: ['red', 'two words'] });
    await world.build.snapshot(ada, { name: 'b', tags: ['red'] });
    await world.build.snapshot(ada, { name: 'c' });
    expect(await left({ tags: 'red' })).toEqual(['a', 'b']);
    expect(await left({ tags: 'red, two words' })).toEqual(['a']);
    expect(await left({ tags: 'Red' })).toEqual([]);
    expect(await left({ tags: '{}","' })).toEqual([]);
    expect(await left({ tags: ' , ' })).toEqual(['a', 'b', 'c']);
  });

  test('by review status', async () => {
    const named = (name: string) => world.build.snapshot(ada, { name });
    await named('none');
    await world.build.review(await named('pending'), { reviewers: 2, answered: 1 });
    await world.build.review(await named('in time'), { deadline: new Date(inDays(1)) });
    await world.build.review(await named('overdue'), { deadline: new Date(inDays(-1)) });
    await world.build.review(await named('completed'), { answered: 1, deadline: new Date(inDays(-1)) });
    expect(await left({ review: 'none' })).toEqual(['none']);
    expect(await left({ review: 'pending' })).toEqual(['in time', 'pending']);
    expect(await left({ review: 'overdue' })).toEqual(['overdue']);
    expect(await left({ review: 'completed' })).toEqual(['completed']);
  });

  test('by creation and expiry, both ends included', async () => {
    for (const [name, age, daysLeft] of [
      ['old', 10, 2],
      ['new', 1, 20],
    ] as const) {
      const id = await world.build.snapshot(ada, { name });
      await world.app
        .db('snapshots')
        .where({ id })
        .update({ created_at: inDays(-age), expires_at: inDays(daysLeft) });
    }
    expect(await left({ createdFrom: inDays(-5) })).toEqual(['new']);
    expect(await left({ createdTo: inDays(-5) })).toEqual(['old']);
    expect(await left({ createdFrom: inDays(-11), createdTo: inDays(0) })).toEqual(['new', 'old']);
    expect(await left({ expiresFrom: inDays(5) })).toEqual(['new']);
    expect(await left({ expiresTo: inDays(5) })).toEqual(['old']);
    const { snapshots } = await world.as(ada)(listSnapshots, { search: 'old' });
    const at = snapshots[0]?.createdAt ?? '';
    expect(await left({ createdFrom: at, createdTo: at })).toEqual(['old']);
  });

  test('by several of these and a search together, page by page', async () => {
    const { project } = await world.as(ada)(createProject, { name: 'Shop' });
    for (let at = 0; at < 6; at += 1) {
      const about = { name: `Cart ${at}`, tags: at % 2 === 0 ? ['even'] : ['odd'], projectId: project.id };
      await world.build.snapshot(ada, about);
    }
    await world.build.snapshot(ada, { name: 'Cart elsewhere', tags: ['even'] });
    const filter = {
      search: 'cart',
      tags: 'even',
      projectId: project.id,
      limit: 2,
      sort: 'name',
      order: 'asc',
    } as const;
    const first = await world.as(ada)(listSnapshots, filter);
    expect(first).toMatchObject({
      snapshots: [{ name: 'Cart 0' }, { name: 'Cart 2' }],
      matching: 3,
      total: 7,
    });
    const second = await world.as(ada)(listSnapshots, { ...filter, cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({ snapshots: [{ name: 'Cart 4' }], nextCursor: null });
  });

  test.each<[string, object]>([
    ['status', { status: 'gone' }],
    ['projectId', { projectId: 'x' }],
    ['createdFrom', { createdFrom: 'yesterday' }],
    ['sort', { sort: 'password' }],
    ['limit', { limit: 201 }],
    ['owner', { owner: 'me' }],
  ])('and an invalid %s is rejected', async (field, filter) => {
    await expect(world.as(ada)(listSnapshots, filter)).rejects.toMatchObject({
      code: 'invalid_input',
      field,
    });
  });
});

test('the owner’s name, description and tags are stored, shown and found', async () => {
  const id = await world.build.snapshot(ada, { name: 'Checkout' });
  const changes = { milestone: 'Alpha', versionLabel: '2.1 beta', clientName: 'Acme' };
  const { snapshot } = await world.as(ada)(updateSnapshot, { id, ...changes });
  expect(snapshot).toMatchObject({ ...changes, name: 'Checkout', version: 1 });
  for (const search of ['alpha', '2.1', 'ACME']) expect(await left({ search })).toEqual(['Checkout']);
});

test('tags are listed with the most used first, own ones only', async () => {
  await world.build.snapshot(ada, { tags: ['b', 'a'] });
  await world.build.snapshot(ada, { tags: ['c', 'b'], daysLeft: -1 });
  await world.build.snapshot(await world.build.user(), { tags: ['secret'] });
  expect(await world.as(ada)(listTags, {})).toEqual({
    tags: [
      { tag: 'b', count: 2 },
      { tag: 'a', count: 1 },
      { tag: 'c', count: 1 },
    ],
  });
});
