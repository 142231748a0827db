import {
  type BulkChange,
  getBulkChange,
  startBulkChange,
  undoBulkChange,
} from '@stagelink/shared/contracts/bulkChanges';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { BULK_CHANGE_HOURS, BULK_MAX } from '@stagelink/shared/contracts/limits';
import { createProject, updateProject } from '@stagelink/shared/contracts/projects';
import { getSnapshot, listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jobHandlers } from '../../app/jobHandlers.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Asked = Input<typeof startBulkChange>;

let ada: Person;
beforeEach(async () => {
  ada = await world.build.user();
});

const start = async (snapshots: Asked['snapshots'], action: Asked['action'], as = ada) =>
  (await world.as(as)(startBulkChange, { snapshots, action })).change;
const read = async (changeId: string, as = ada) => (await world.as(as)(getBulkChange, { changeId })).change;
const undo = async ({ id }: BulkChange, as = ada) =>
  (await world.as(as)(undoBulkChange, { changeId: id })).change;
const project = async (name: string) => (await world.as(ada)(createProject, { name })).project.id;
const projectOf = async (id: string) => (await world.as(ada)(getSnapshot, { id })).snapshot.projectId;
const countIn = async (projectId: string) =>
  (await world.as(ada)(listSnapshots, { projectId, limit: 1 })).matching;

/** Creates more snapshots than one transaction changes, a third of them in a project. */
async function many(inside: string): Promise<number> {
  const template = await world.build.snapshot(ada);
  const count = BULK_MAX + 100;
  await world.app.db.raw(
    `insert into snapshots (id, owner_id, label, name, expires_at, version, last_version, project_id)
     select 'bulk' || lpad(n::text, 12, '0') || left(md5(owner_id::text), 8), owner_id, md5(owner_id::text || n), name,
            expires_at, version, last_version, case when n % 3 = 0 then ?::uuid end
     from snapshots, generate_series(1, ?) n where id = ?`,
    [inside, count, template],
  );
  await world.app.db.raw(
    `insert into versions (snapshot_id, number, manifest, file_count, total_bytes, source, published_at)
     select s.id, v.number, manifest, file_count, total_bytes, source, published_at
     from snapshots s, versions v where v.snapshot_id = ? and s.id like 'bulk%' and s.owner_id = ?
     on conflict do nothing`,
    [template, ada.id],
  );
  return count + 1;
}

describe('all that matched at a moment', () => {
  const readAsOf = async () => (await world.as(ada)(listSnapshots, {})).asOf;

  /** Adds a version with the files of another snapshot's, and shows it. */
  const addVersion = async (id: string, number: number, from: string) => {
    await world.app.db.raw(
      `insert into versions (snapshot_id, number, manifest, file_count, total_bytes, source, first_files)
       select ?, ?, manifest, file_count, total_bytes, source, first_files
       from versions where snapshot_id = ? and number = 1`,
      [id, number, from],
    );
    await world.app.db('snapshots').where({ id }).update({ version: number, last_version: number });
  };

  test('leaves out what arrived later, also when its upload had begun before', async () => {
    const known = await world.build.snapshot(ada);
    const begun = await world.build.snapshot(ada);
    await world.app.db('snapshots').where({ id: begun }).update({ version: null });
    await world.app.db('versions').where({ snapshot_id: begun }).delete();
    const until = await readAsOf();
    const late = await world.build.snapshot(ada);
    await addVersion(begun, 1, known);

    expect(await start({ filter: {}, until }, { type: 'delete' })).toMatchObject({ total: 1, done: 1 });
    const { snapshots } = await world.as(ada)(listSnapshots, {});
    expect(snapshots.map(({ id }) => id).sort()).toEqual([begun, late].sort());
  });

  test('includes what got another version since', async () => {
    const id = await world.build.snapshot(ada);
    const until = await readAsOf();
    await addVersion(id, 2, id);
    expect(await start({ filter: {}, until }, { type: 'delete' })).toMatchObject({ total: 1, done: 1 });
  });

  test('without a moment is everything that matches', async () => {
    await world.build.snapshot(ada);
    expect(await start({ filter: {} }, { type: 'delete' })).toMatchObject({ total: 1 });
  });
});

describe('a bulk change', () => {
  test('of a few is done in the response, and can be undone', async () => {
    const [shop, blog] = [await project('Shop'), await project('Blog')];
    const ids = [await world.build.snapshot(ada), await world.build.snapshot(ada)];
    await start({ ids: ids.slice(0, 1) }, { type: 'move', projectId: blog });
    const change = await start({ ids }, { type: 'move', projectId: shop });
    expect(change).toMatchObject({ total: 2, done: 2, failedCount: 0, isFinished: true, canUndo: true });

    expect(await undo(change)).toMatchObject({ done: 2, isFinished: true });
    expect(await Promise.all(ids.map(projectOf))).toEqual([blog, null]);
    await expect(undo(change)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('of all matches continues without its client, and after an interruption', async () => {
    const [shop, blog] = [await project('Shop'), await project('Blog')];
    const total = await many(blog);
    const kept = await world.build.snapshot(ada);
    const started = await start({ filter: {}, except: [kept] }, { type: 'move', projectId: shop });
    expect(started).toMatchObject({ total, done: 0, isFinished: false, canUndo: false });

    // The process ends after the first portion.
    const stopping = new AbortController();
    const { invalidate } = world.app.contentCache;
    world.app.contentCache.invalidate = (id) => {
      stopping.abort();
      invalidate(id);
    };
    const handlers = jobHandlers(world.app);
    await expect(handlers.change_snapshots({ changeId: started.id }, stopping.signal)).rejects.toThrow(
      'aborted',
    );
    world.app.contentCache.invalidate = invalidate;
    expect(await read(started.id)).toMatchObject({ done: BULK_MAX, isFinished: false });

    await world.drainJobs();
    expect(await read(started.id)).toMatchObject({ done: total, failedCount: 0, isFinished: true });
    expect(await countIn(shop)).toBe(total);
    expect(await projectOf(kept)).toBeNull();

    await undo(await read(started.id));
    await world.drainJobs();
    expect(await countIn(shop)).toBe(0);
    expect(await countIn(blog)).toBe(Math.floor((total - 1) / 3));
  });

  test('lists the failures with their reason', async () => {
    const mine = await world.build.snapshot(ada);
    const theirs = await world.build.snapshot(await world.build.user());
    const change = await start({ ids: [mine, theirs] }, { type: 'extend' });
    expect(change).toMatchObject({
      done: 1,
      failedCount: 1,
      failed: [{ id: theirs, message: 'This snapshot no longer exists.' }],
      canUndo: false,
    });
  });

  test('cannot be undone into a project archived meanwhile, and says so', async () => {
    const [shop, blog] = [await project('Shop'), await project('Blog')];
    const id = await world.build.snapshot(ada);
    await start({ ids: [id] }, { type: 'move', projectId: blog });
    const change = await start({ ids: [id] }, { type: 'move', projectId: shop });
    await world.as(ada)(updateProject, { id: blog, isArchived: true });
    const undone = await undo(change);
    expect(undone).toMatchObject({ done: 0, failedCount: 1, isFinished: true });
    expect(undone.failed[0]?.message).toMatch(/archived/i);
    expect(await projectOf(id)).toBe(shop);
  });

  test('into a project of another owner is rejected before anything is done', async () => {
    const bea = await world.build.user();
    const theirs = (await world.as(bea)(createProject, { name: 'Theirs' })).project.id;
    const id = await world.build.snapshot(ada);
    await expect(start({ ids: [id] }, { type: 'move', projectId: theirs })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('is visible to, and undone by, its owner only', async () => {
    const bea = await world.build.user();
    const id = await world.build.snapshot(ada);
    const change = await start({ ids: [id] }, { type: 'tag', add: ['new'] });
    await expect(read(change.id, bea)).rejects.toMatchObject({ code: 'not_found' });
    await expect(undo(change, bea)).rejects.toMatchObject({ code: 'not_found' });
    expect((await read(change.id)).canUndo).toBe(true);
  });

  test('is pruned after a day', async () => {
    const change = await start({ ids: [await world.build.snapshot(ada)] }, { type: 'extend' });
    const at = new Date(Date.now() - (BULK_CHANGE_HOURS + 1) * 3_600_000);
    await world.app.db('bulk_changes').where({ id: change.id }).update({ created_at: at });
    await jobHandlers(world.app).forget_old({}, new AbortController().signal);
    await expect(read(change.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
