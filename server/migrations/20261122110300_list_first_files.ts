import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // The names of a version's first files: reading them from its manifest would read the whole manifest.
  await knex.schema.alterTable('versions', (t) => {
    t.jsonb('first_files').notNullable().defaultTo('[]');
  });
  await knex.raw(`update versions set first_files = jsonb_path_query_array(manifest, '$[0 to 99].path')`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('versions', (t) => {
    t.dropColumn('first_files');
  });
}
