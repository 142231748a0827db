import { createSample } from '@stagelink/shared/contracts/onboarding';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readRows } from '../../server/src/testing/rows.ts';
import type { World } from '../../server/src/testing/world.ts';
import { createAccessWorld } from './accessWorld.ts';
import { clientWith, headersOf } from './callers.ts';
import { contractOf, CONTRACTS } from './contracts.ts';
import { type Caller, CALLERS } from './expectations.ts';
import type { Row } from './row.ts';
import { createScene, type Scene } from './scene.ts';
import { type Writes, watchWrites } from './writes.ts';
import { TABLE } from './table.ts';

let world: World;
/** Every call starts with its rows, whatever the calls before it wrote. */
let scene: Scene;
let writes: Writes;
beforeAll(async () => {
  world = await createAccessWorld();
  // The files of every further sample are stored already.
  await world.as(await world.build.user())(createSample, {});
  scene = await createScene(world);
  writes = await watchWrites(world);
});
beforeEach(() => writes.undo());
afterAll(() => world.close());

const isAllowed = (status: number) => status < 300;

const writesOf = ({ expect: expected, writes, except }: Row, caller: Caller) =>
  isAllowed(expected[caller]) ? (except?.[caller] ?? writes) : [];

const cases = Object.entries(TABLE).flatMap(([name, row]) =>
  CALLERS.map((caller) => ({ name, caller, row, status: row.expect[caller] })),
);

describe('who may call what', () => {
  test.each(cases)('$name by $caller: $status', async ({ name, caller, row, status }) => {
    const contract = contractOf(name);
    const { api, sent } = clientWith(world, await headersOf(world, scene, caller, contract));
    await writes.reset();

    await row.call(api, scene).catch(() => undefined);

    expect(sent).toEqual([{ endpoint: contract, status }]);
    expect(await writes.read()).toEqual([...writesOf(row, caller)].sort());
  });
});

describe('the table', () => {
  test('has every contract there is', () => {
    expect(CONTRACTS.size).toBeGreaterThan(20);
    expect(Object.keys(TABLE).sort()).toEqual([...CONTRACTS.keys()].sort());
  });

  test.each(Object.entries(TABLE))('keeps out of %s as the contract says', (name, { expect: expected }) => {
    const { auth, tokenScope } = contractOf(name);
    expect(expected).toMatchObject({
      signedOut: auth === 'public' ? expected.signedOut : 401,
      owner: auth === 'superadmin' ? 403 : expected.owner,
      token: tokenScope === 'none' ? 403 : expected.token,
      tokenWithoutScope: tokenScope === 'any' ? expected.token : 403,
      expiredToken: 401,
      deactivatedOwner: 401,
    });
  });

  test('notices every kind of write', async () => {
    const { id } = await world.build.user();
    const user = () => world.app.db('users').where({ id });
    await writes.reset();
    await user().update({ name: 'Renamed' });
    expect(await writes.read()).toEqual(['users']);
    await writes.reset();
    await world.app.db('sessions').where({ user_id: id }).update({ last_used_at: new Date() });
    expect(await writes.read()).toEqual([]);
    await user().delete();
    expect(await writes.read()).toEqual(['sessions', 'users']);
  });

  test('starts every call with the same rows', async () => {
    const before = await readRows(world.app.db);
    await world.app.db('users').where({ id: scene.owner.id }).delete();
    expect(await readRows(world.app.db)).not.toEqual(before);
    await writes.undo();
    expect(await readRows(world.app.db)).toEqual(before);
  });
});
