import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Null waits: its owner looks at it before the link shows it.
  await knex.schema.alterTable('versions', (t) => {
    t.timestamp('published_at');
  });
  await knex.raw('update versions set published_at = created_at');

  // What became of a thread's pin on a version, as the first to open it saw.
  await knex.schema.createTable('pin_findings', (t) => {
    t.uuid('comment_id').notNullable().references('comments.id').onDelete('cascade');
    t.integer('version').notNullable();
    t.text('status').notNullable();
    t.float('confidence').notNullable();
    t.timestamp('found_at').notNullable().defaultTo(knex.fn.now());
    t.primary(['comment_id', 'version']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('pin_findings');
  await knex.schema.alterTable('versions', (t) => {
    t.dropColumn('published_at');
  });
}
