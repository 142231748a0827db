import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Postgres only keeps what cannot depend on a setting, and does not know that of joining texts.
  await knex.raw(
    `create function joined(words text[]) returns text language sql immutable parallel safe
     return array_to_string(words, E'\\n')`,
  );
  // What a search looks in, ready to be compared: ten thousand rows are searched in the time of a keystroke.
  await knex.raw(
    `alter table snapshots add column searched text not null generated always as (
       lower(joined(array[id, name, description, client_name, milestone, version_label] || tags))
     ) stored`,
  );

  // Counting and grouping read this alone.
  await knex.raw(
    `create index snapshots_shown on snapshots (owner_id, expires_at, id) include (project_id) where version is not null`,
  );

  await knex.schema.alterTable('snapshots', (t) => {
    t.timestamp('last_viewed_at'); // by somebody other than its owner; null: never
  });
  await knex.raw(
    `update snapshots s set last_viewed_at = v.last
     from (select snapshot_id, max(last_viewed_at) as last from snapshot_views group by snapshot_id) v
     where v.snapshot_id = s.id`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('snapshots', (t) => {
    t.dropColumn('last_viewed_at');
  });
  await knex.raw('drop index snapshots_shown');
  await knex.raw('alter table snapshots drop column searched');
  await knex.raw('drop function joined(text[])');
}
