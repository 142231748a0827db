import { getStorage } from '@stagelink/shared/contracts/accounts';
import { listComments } from '@stagelink/shared/contracts/comments';
import { PLAN_LIMITS } from '@stagelink/shared/contracts/limits';
import { listNotifications } from '@stagelink/shared/contracts/notifications';
import { createSample, getOnboarding } from '@stagelink/shared/contracts/onboarding';
import { deleteSnapshot, getSummary, listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { warnOfExpiry } from '../snapshots/expiry.ts';
import type { Person } from '../../testing/builders.ts';
import { stage } from '../../testing/stage.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await createWorld({ isSelfHosted: false });
});
afterAll(() => world.close());
beforeEach(async () => {
  ada = await world.build.user({ isVerified: true });
});

const make = async (person: Person) => (await world.as(person)(createSample, {})).data.sampleUrl;
const idOf = (url: string) => url.split('/').at(-1) ?? '';
const listed = async (person: Person) => (await world.as(person)(listSnapshots, {})).snapshots;
const stateOf = async (person: Person) => (await world.as(person)(getOnboarding, {})).data;
const FILES = { 'index.html': 'Own' };

test('a sample is a snapshot with three comments on elements, by people who are not its owner', async () => {
  const url = await make(ada);
  expect(await listed(ada)).toMatchObject([
    { name: 'Sample: Harbour Coffee', password: null, url, commentCount: 3, fileCount: 5, version: 1 },
  ]);
  const { comments } = await world.as(null)(listComments, { id: idOf(url) });
  expect(
    comments.map(({ authorName, isOwner, pinNumber, locator, context }) => [
      authorName,
      isOwner,
      pinNumber,
      locator?.tag,
      context?.route,
    ]),
  ).toEqual([
    ['Nora', false, 3, 'td', '/visit.html'],
    ['Tom', false, 2, 'button', '/'],
    ['Nora', false, 1, 'a', '/'],
  ]);
  expect(await stateOf(ada)).toMatchObject({ sampleUrl: url, checklist: { done: [] } });
  expect(await world.as(ada)(listNotifications, {})).toMatchObject({ unread: 0 });
});

test('an account has one, however often and however fast it asks; a deleted one can be made again', async () => {
  const urls = await Promise.all(Array.from({ length: 4 }, () => make(ada)));
  expect(new Set(urls).size).toBe(1);
  expect(await make(ada)).toBe(urls[0]);
  expect(await listed(ada)).toHaveLength(1);
  // Those that came too late left nothing behind.
  expect(await world.app.db('snapshots').where({ owner_id: ada.id })).toHaveLength(1);

  await world.as(ada)(deleteSnapshot, { id: idOf(urls[0] ?? '') });
  expect((await stateOf(ada)).sampleUrl).toBeNull();
  expect(await make(ada)).not.toBe(urls[0]);
});

test('it counts against no limit, in no figure, and causes no mail', async () => {
  const most = PLAN_LIMITS.free.activeSnapshots;
  for (let made = 0; made < most; made += 1) await stage(world, ada, FILES);
  const { usedBytes } = await world.as(ada)(getStorage, {});
  await make(ada);
  expect(await listed(ada)).toHaveLength(most + 1);
  expect((await world.as(ada)(getStorage, {})).usedBytes).toBe(usedBytes);
  expect((await world.as(ada)(getSummary, {})).quickStats.activeSnapshots).toBe(most);
  const created = world.app.db('analytics_events').where({ user_id: ada.id, event_type: 'snapshot_created' });
  expect(await created).toHaveLength(most);

  const bob = await world.build.user();
  await make(bob);
  for (let made = 0; made < most; made += 1) await stage(world, bob, FILES);
  await expect(stage(world, bob, FILES)).rejects.toMatchObject({ code: 'plan_limit' });
  await world.app.db('snapshots').where({ owner_id: bob.id, is_sample: false }).delete();
  await warnOfExpiry(world.app, new Date(Date.now() + 6.5 * 86_400_000));
  expect(await world.as(bob)(listNotifications, {})).toMatchObject({ unread: 0 });
});

test('a restaged sample shows its owner’s files, so it counts like any other snapshot', async () => {
  const id = idOf(await make(ada));
  const most = PLAN_LIMITS.free.activeSnapshots;
  for (let made = 0; made < most; made += 1) await stage(world, ada, FILES);
  await expect(stage(world, ada, FILES, { snapshotId: id })).rejects.toMatchObject({ code: 'plan_limit' });
  const own = (await listed(ada)).find((each) => each.id !== id);
  await world.as(ada)(deleteSnapshot, { id: own?.id ?? '' });
  await stage(world, ada, FILES, { snapshotId: id });
  await expect(stage(world, ada, FILES)).rejects.toMatchObject({ code: 'plan_limit' });
  expect((await world.as(ada)(getSummary, {})).quickStats.activeSnapshots).toBe(most);
});
