import { randomUUID } from 'node:crypto';
import { PLAN_LIMITS } from '@stagelink/shared/contracts/limits';
import { deleteSnapshot, listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { settleUpload, uploadSnapshot } from '@stagelink/shared/contracts/staging';
import { listVersions } from '@stagelink/shared/contracts/versions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { forgeZip } from '../../testing/forgeZip.ts';
import { asForm, asZip, type Files, stage } from '../../testing/stage.ts';
import { createWorld, type World } from '../../testing/world.ts';
import * as keys from './idempotency.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const site = (): Files => ({ 'index.html': `<h1>${randomUUID()}</h1>`, 'app.js': `run('${randomUUID()}')` });
const upload = (person: Person, idempotencyKey: string, files: Files, about = {}) =>
  world.as(person)(uploadSnapshot, about, { ...asForm(files), idempotencyKey });
const settle = async (person: Person, idempotencyKey: string) =>
  (await world.as(person)(settleUpload, { idempotencyKey })).staged;
const linksOf = async (person: Person) =>
  (await world.as(person)(listSnapshots, {})).snapshots.map(({ id }) => id);

describe('an upload with a key', () => {
  test('is staged once, however often it is sent, and answered alike', async () => {
    const [ada, key, files] = [await world.build.user(), randomUUID(), { ...site(), '.env': 'x' }];
    const first = await upload(ada, key, files, { name: 'Shop' });
    expect(first).toMatchObject({ version: 1, leftOut: ['.env'], password: expect.any(String) as string });
    expect(await upload(ada, key, files, { name: 'Shop' })).toEqual(first);
    const zip = forgeZip(Object.entries(files).map(([name, data]) => ({ name, data })));
    expect(
      await world.as(ada)(uploadSnapshot, { name: 'Shop' }, { ...asZip(zip), idempotencyKey: key }),
    ).toEqual(first);
    expect(await linksOf(ada)).toEqual([first.snapshot.id]);
  });

  test('adds one version when it restages', async () => {
    const [ada, key, files] = [await world.build.user(), randomUUID(), site()];
    const { snapshot } = await stage(world, ada, site());
    const options = { snapshotId: snapshot.id };
    const [first, second] = [await upload(ada, key, files, options), await upload(ada, key, files, options)];
    expect([first.version, second.version]).toEqual([2, 2]);
    expect((await world.as(ada)(listVersions, { id: snapshot.id })).versions).toHaveLength(2);
  });

  test('is staged once when it is sent several times at the same moment, also in the last place of a plan', async () => {
    const [ada, key, files] = [await world.build.user(), randomUUID(), site()];
    for (let count = 1; count < (PLAN_LIMITS.free.activeSnapshots ?? 0); count += 1)
      await stage(world, ada, site());
    const all = await Promise.all([1, 2, 3].map(() => upload(ada, key, files)));
    expect(new Set(all.map(({ snapshot, password }) => `${snapshot.id} ${password}`)).size).toBe(1);
    expect(await linksOf(ada)).toHaveLength(PLAN_LIMITS.free.activeSnapshots ?? 0);
    expect(await world.app.db('uploads').where({ owner_id: ada.id, finalized_version: null })).toEqual([]);
  });

  test('is refused when the key staged other files or settings', async () => {
    const [ada, key, files] = [await world.build.user(), randomUUID(), site()];
    await upload(ada, key, files, { name: 'Shop' });
    const refused = {
      status: 409,
      code: 'conflict',
      message: expect.stringContaining('other files') as string,
    };
    await expect(upload(ada, key, site(), { name: 'Shop' })).rejects.toMatchObject(refused);
    await expect(upload(ada, key, files, { name: 'Shop 2' })).rejects.toMatchObject(refused);
    expect(await linksOf(ada)).toHaveLength(1);
  });

  test('may be sent again after it was refused', async () => {
    const [ada, key, files] = [await world.build.user(), randomUUID(), site()];
    await expect(upload(ada, key, files, { expiresInDays: 999 })).rejects.toMatchObject({
      code: 'plan_limit',
    });
    expect(await upload(ada, key, files)).toMatchObject({ version: 1 });
  });

  test('belongs to its account', async () => {
    const [ada, bob, key, files] = [await world.build.user(), await world.build.user(), randomUUID(), site()];
    const { snapshot } = await upload(ada, key, files);
    expect(await settle(bob, key)).toBeNull();
    await expect(upload(bob, key, files)).rejects.toMatchObject({ code: 'conflict' });
    expect(await linksOf(bob)).toEqual([]);
    expect(await settle(ada, key)).toMatchObject({ snapshot: { id: snapshot.id } });
  });

  test('stages anew once its snapshot was deleted', async () => {
    const [ada, key, files] = [await world.build.user(), randomUUID(), site()];
    const { snapshot } = await upload(ada, key, files);
    await world.as(ada)(deleteSnapshot, { id: snapshot.id });
    expect((await upload(ada, key, files)).snapshot.id).not.toBe(snapshot.id);
  });

  test('is forgotten after a day', async () => {
    const [ada, key, files] = [await world.build.user(), randomUUID(), site()];
    const first = await upload(ada, key, files);
    const row = world.app.db('idempotency_keys').where({ owner_id: ada.id });
    await row.clone().update({ created_at: new Date(Date.now() - 24.1 * 3_600_000) });
    expect((await upload(ada, key, files)).snapshot.id).not.toBe(first.snapshot.id);
    await row.clone().update({ created_at: new Date(Date.now() - 24.1 * 3_600_000) });
    await keys.prune(world.app.db);
    expect(await row.clone()).toEqual([]);
  });

  test('keeps neither the key nor the password', async () => {
    const [ada, key, password] = [await world.build.user(), randomUUID(), `pass-${randomUUID()}`];
    await upload(ada, key, site(), { password });
    const rows = await world.app.db('idempotency_keys').where({ owner_id: ada.id });
    expect(rows).toHaveLength(1);
    const text = JSON.stringify(rows, (_name, value: unknown) => value);
    expect(text).not.toContain(password);
    expect(text).not.toContain(key);
  });

  test.each(['', 'two words', 'ä', 'x'.repeat(256)])('is refused with the key “%s”', async (key) => {
    const ada = await world.build.user();
    const { type, body } = asForm(site());
    const { status } = await world.fetch({
      method: 'POST',
      path: '/api/snapshots/upload',
      headers: {
        Authorization: `Bearer ${ada.secret}`,
        'Content-Type': type,
        'Idempotency-Key': Buffer.from(key).toString('latin1'),
      },
      body,
    });
    expect(status).toBe(400);
    expect(await linksOf(ada)).toEqual([]);
  });
});

describe('settling a key', () => {
  test('returns what was staged with it', async () => {
    const [ada, key] = [await world.build.user(), randomUUID()];
    const {
      leftOut: _left,
      notSearched: _not,
      warnings: _warnings,
      ...staged
    } = await upload(ada, key, site());
    expect(await settle(ada, key)).toEqual(staged);
    expect(await settle(ada, key)).toEqual(staged);
  });

  test('makes sure that nothing is staged with it later', async () => {
    const [ada, key] = [await world.build.user(), randomUUID()];
    expect(await settle(ada, key)).toBeNull();
    await expect(upload(ada, key, site())).rejects.toMatchObject({ code: 'conflict' });
    expect(await settle(ada, key)).toBeNull();
    expect(await linksOf(ada)).toEqual([]);
  });

  test('during the upload decides: either all of it is staged, or nothing', async () => {
    const ada = await world.build.user();
    for (let round = 0; round < 8; round += 1) {
      const key = randomUUID();
      const sending = upload(ada, key, site()).catch((cause: unknown) => cause);
      const [settled] = await Promise.all([settle(ada, key), sending]);
      const made = await linksOf(ada);
      expect(made).toEqual(settled === null ? [] : [settled.snapshot.id]);
      for (const id of made) await world.as(ada)(deleteSnapshot, { id });
    }
  });
});
