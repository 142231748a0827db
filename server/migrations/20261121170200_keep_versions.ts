import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Null waits: its owner looks at it before the link shows it.
  await knex.schema.alterTable('versions', (t) => {
    t.timestamp('published_at').defaultTo(knex.fn.now());
    t.timestamp('pins_told_at'); // when its owner was told that pins are doubtful or lost on it
  });
  await knex.raw('update versions set published_at = created_at');

  // The highest number given: none is given twice, so that what was said about a version stays about it.
  await knex.schema.alterTable('snapshots', (t) => {
    t.integer('last_version').notNullable().defaultTo(0);
  });
  await knex.raw('update snapshots set last_version = coalesce(version, 0)');

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
  await knex.schema.alterTable('snapshots', (t) => {
    t.dropColumn('last_version');
  });
  await knex.schema.alterTable('versions', (t) => {
    t.dropColumns('published_at', 'pins_told_at');
  });
}
