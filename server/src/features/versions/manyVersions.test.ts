import { expect, test } from 'vitest';
import { worldForTest } from '../../testing/world.ts';
import { find, remove } from './repo.ts';

const VERSIONS = 1_600;
/** Each version shares 56 files with the others and has 4 of its own. */
const COMMON = 56;
const OWN = 4;
/** Looking up each blob in every manifest took minutes; half a second is usual. */
const LIMIT_SECONDS = 15;

const hashOf = (name: string) => `sha256(convert_to(${name}, 'UTF8'))`;

test('a version of a snapshot with 1,600 versions is discarded at once, with the blobs only it had', async () => {
  const { app, build } = await worldForTest();
  const db = app.jobDb;
  const owner = await build.user();
  const id = await build.snapshot(owner);
  await db.raw(`insert into packs (id, bytes) values (gen_random_uuid(), 1)`);
  await db.raw(`
    create table file_names as
    select version, case when file <= ${COMMON} then 'common ' || file else version || ' ' || file end as name
    from generate_series(2, ${VERSIONS}) version, generate_series(1, ${COMMON + OWN}) file`);
  await db.raw(`
    insert into blobs (sha256, size, pack_id, pack_offset)
    select distinct ${hashOf('name')}, 1, (select id from packs), 0 from file_names`);
  await db.raw(`insert into snapshot_blobs (owner_id, snapshot_id, sha256) select ?, ?, sha256 from blobs`, [
    owner.id,
    id,
  ]);
  await db.raw(
    `insert into versions (snapshot_id, number, manifest, file_count, total_bytes, source)
     select ?, version, jsonb_agg(jsonb_build_object('path', name, 'size', 1, 'sha256', encode(${hashOf('name')}, 'hex'))),
       ${COMMON + OWN}, ${COMMON + OWN}, '{"client":"api"}'
     from file_names group by version`,
    [id],
  );
  const version = await find(db, id, VERSIONS);
  if (!version) throw new Error('The version is missing');

  await db.transaction(async (tx) => {
    await tx.raw(`set local statement_timeout = '${LIMIT_SECONDS}s'`);
    await remove(tx, version);
  });
  expect(await db('snapshot_blobs').where({ snapshot_id: id })).toHaveLength(COMMON + OWN * (VERSIONS - 2));
});
