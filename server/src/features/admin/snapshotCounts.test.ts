import { startBulkChange } from '@stagelink/shared/contracts/bulkChanges';
import { deleteSnapshot } from '@stagelink/shared/contracts/snapshots';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { removeExpired } from '../snapshots/expiry.ts';
import * as snapshots from '../snapshots/repo.ts';
import * as accounts from '../identity/accounts/repo.ts';
import { deleteAccount } from '../identity/accounts/deletion.ts';
import { UNCLAIMED_OWNER } from '../identity/accounts/unclaimed.ts';
import * as tryOut from '../tryOut/repo.ts';
import { newLabel, newSnapshotId } from '../snapshots/ids.ts';
import type { Person } from '../../testing/builders.ts';
import { stage } from '../../testing/stage.ts';
import { type World, worldForTest } from '../../testing/world.ts';

/** What users, visitors and jobs do with snapshots; `owner` and `at` choose among those that exist. */
const actions = fc.array(
  fc.record({
    type: fc.constantFrom(
      'stage',
      'restage',
      'begin',
      'insertPublished',
      'stageUnclaimed',
      'claim',
      'delete',
      'deleteInBulk',
      'expire',
      'fail',
      'deleteAccount',
    ),
    owner: fc.nat(2),
    at: fc.nat(20),
  }),
  { minLength: 10, maxLength: 25 },
);
type Action = (typeof actions extends fc.Arbitrary<infer T> ? T : never)[number];

const unclaimed = { id: UNCLAIMED_OWNER.id, email: '', secret: '' };

async function apply(world: World, people: Person[], { type, owner: number, at }: Action): Promise<void> {
  const { db } = world.app;
  const owner = people[number] as Person;
  const published = await db('snapshots')
    .where({ owner_id: owner.id })
    .whereNotNull('version')
    .orderBy('id')
    .pluck<string[]>('id');
  const chosen = published.length === 0 ? undefined : published[at % published.length];
  const isLeft = (await accounts.find(db, owner.id)) !== undefined;
  switch (type) {
    case 'stage':
      if (isLeft) await stage(world, owner, { 'index.html': 'a' });
      break;
    case 'restage':
      if (chosen) await stage(world, owner, { 'index.html': `${at}` }, { snapshotId: chosen });
      break;
    case 'begin':
      if (isLeft)
        await snapshots.insert(db as never, {
          id: newSnapshotId(),
          ownerId: owner.id,
          label: newLabel(),
          name: 'Not finalized',
          expiresAt: new Date(Date.now() + 86_400_000),
          isSample: false,
        });
      break;
    case 'insertPublished':
      if (isLeft) await world.build.snapshot(owner, { daysLeft: at % 2 === 0 ? 5 : -40 });
      break;
    case 'stageUnclaimed':
      await accounts.insert(db, UNCLAIMED_OWNER);
      await world.build.snapshot(unclaimed);
      break;
    case 'claim': {
      const id = await db('snapshots').where({ owner_id: unclaimed.id }).first('id');
      if (id && isLeft) await db.transaction((tx) => tryOut.move(tx, id.id as string, owner.id));
      break;
    }
    case 'delete':
      if (chosen) await world.as(owner)(deleteSnapshot, { id: chosen });
      break;
    case 'deleteInBulk':
      if (published.length > 0)
        await world.as(owner)(startBulkChange, {
          snapshots: { ids: published.slice(0, 1 + (at % 5)) },
          action: { type: 'delete' },
        });
      break;
    case 'expire':
      await removeExpired(world.app);
      break;
    case 'fail':
      await db
        .transaction(async (tx) => {
          await snapshots.removeAll(tx, published);
          throw new Error('undone');
        })
        .catch(() => undefined);
      break;
    case 'deleteAccount':
      if (isLeft && at % 4 === 0) await deleteAccount(world.app, owner.id);
      break;
  }
}

test(
  'the counter of each account is the number of its published snapshots, whatever happens to them',
  { timeout: 120_000 },
  async () => {
    const world = await worldForTest();
    await fc.assert(
      fc.asyncProperty(actions, async (happened) => {
        const people = [await world.build.user(), await world.build.user(), await world.build.user()];
        for (const action of happened) {
          await apply(world, people, action);
          const { rows } = await world.app.db.raw<{ rows: unknown[] }>(
            `select u.id, u.snapshot_count, count(s.id) from users u
               left join snapshots s on s.owner_id = u.id and s.version is not null
             where u.id <> ? group by u.id having u.snapshot_count <> count(s.id)`,
            [unclaimed.id],
          );
          expect([action, rows]).toEqual([action, []]);
        }
      }),
      { numRuns: 12, seed: 3 },
    );
    expect(await world.app.db('users').where({ id: unclaimed.id }).first('snapshot_count')).toEqual({
      snapshot_count: 0,
    });
  },
);
