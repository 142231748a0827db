import type { Knex } from 'knex';

export async function createVisits(knex: Knex): Promise<void> {
  // A visitor is a hash under the day's salt. Salts are deleted when their day is over, so that nothing, not even this
  // server, can link one day's visitor with another's or with an address.
  await knex.schema.createTable('view_salts', (t) => {
    t.date('day').primary();
    t.binary('salt').notNullable();
  });

  await knex.schema.createTable('snapshot_views', (t) => {
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade');
    t.date('day').notNullable().index(); // old days are removed every hour
    t.binary('visitor').notNullable();
    t.uuid('user_id').references('users.id').onDelete('set null').index(); // null: a visitor
    t.integer('views').notNullable().defaultTo(1);
    t.timestamp('first_viewed_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('last_viewed_at').notNullable().defaultTo(knex.fn.now());
    t.primary(['snapshot_id', 'day', 'visitor']);
    t.index(['snapshot_id', 'last_viewed_at']);
  });

  // Who has a snapshot open now, by window. Unlogged: after a crash, windows report again.
  await knex.raw(`create unlogged table presence (
    snapshot_id text not null,
    window_id uuid not null,
    person text not null, -- the same in each window of one person
    name text not null,
    is_owner boolean not null,
    seen_at timestamptz not null default now(),
    primary key (snapshot_id, window_id)
  )`);

  // Each live channel counts its own events. The row's lock lasts until commit, so numbers have no gaps and no reader
  // can pass a slower writer, as it could with one global sequence.
  await knex.schema.createTable('channels', (t) => {
    t.text('id').primary(); // user:{id} or snapshot:{id}
    t.bigInteger('seq').notNullable();
  });
}
