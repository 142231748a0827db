import { getSnapshot, listSnapshots, passGate, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSecrets } from '../../platform/secrets.ts';
import { bearer, listen } from '../../testing/live.ts';
import { stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';
import { type World, worldForTest } from '../../testing/world.ts';
import { checkMasterKey } from './masterKey.ts';

describe('a password encrypted with another master key', () => {
  let world: World;
  let ada: Person;
  let id: string;
  beforeEach(async () => {
    world = await worldForTest();
    ada = await world.build.user();
    await stage(world, ada, { 'index.html': 'open' }, { password: null });
    id = (await stage(world, ada, { 'index.html': 'secret' }, { password: 'correct horse' })).snapshot.id;
    const passwordSealed = createSecrets('a master secret of former times').seal('correct horse');
    await world.app.db('snapshots').where({ id }).update({ password_sealed: passwordSealed });
  });

  test('leaves the list, the snapshot and the live channel readable, and can be replaced', async () => {
    const { snapshots } = await world.as(ada)(listSnapshots, {});
    expect(snapshots).toHaveLength(2);
    expect(snapshots.find((snapshot) => snapshot.id === id)).toMatchObject({ public: false, password: null });
    const live = listen(world, '', bearer(ada));
    await live.next();
    expect(await live.next()).toMatchObject({ type: 'initial_data' });

    await world.as(ada)(updateSnapshot, { id, password: 'a new one' });
    expect((await world.as(ada)(getSnapshot, { id })).snapshot.password).toBe('a new one');
    expect(await world.as(null)(passGate, { id, password: 'a new one' })).toEqual({ ok: true });
  });

  test('opens for no visitor, who reads why', async () => {
    await expect(world.as(null)(passGate, { id, password: 'correct horse' })).rejects.toMatchObject({
      status: 403,
      message: 'The server cannot read this password. Ask the owner to choose a new one.',
    });
  });

  test('is logged once at the start, and a matching key logs nothing', async () => {
    const error = vi.spyOn(world.app.log, 'error').mockImplementation(() => undefined);
    await checkMasterKey(world.app);
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('Passwords of snapshots cannot be read with this master key'),
    );
    await world.as(ada)(updateSnapshot, { id, password: 'a new one' });
    await checkMasterKey(world.app);
    expect(error).toHaveBeenCalledOnce();
  });
});
