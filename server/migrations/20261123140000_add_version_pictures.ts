import type { Knex } from 'knex';

export const config = { transaction: false };

const INDEX = 'versions_picture_sha256_index';
const REFERENCE = 'versions_picture_sha256_foreign';

export async function up(knex: Knex): Promise<void> {
  // The picture of the first page, a blob like any other.
  await knex.raw('alter table versions add column if not exists picture_sha256 bytea');
  await knex.raw(`drop index concurrently if exists ${INDEX}`);
  await knex.raw(`create index concurrently ${INDEX} on versions (picture_sha256)
    where picture_sha256 is not null`);
  // A server of the former release sweeps blobs without knowing this reference: the picture is then made anew.
  await knex.raw(`alter table versions drop constraint if exists ${REFERENCE}`);
  await knex.raw(`alter table versions add constraint ${REFERENCE} foreign key (picture_sha256)
    references blobs (sha256) on delete set null not valid`);
  await knex.raw(`alter table versions validate constraint ${REFERENCE}`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('versions', (t) => {
    t.dropColumn('picture_sha256');
  });
}
