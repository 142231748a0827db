import type { Knex } from 'knex';

export async function createFindings(knex: Knex): Promise<void> {
  // The newest audit of each page of a version, also of those without a finding.
  await knex.schema.createTable('audits', (t) => {
    t.text('snapshot_id').notNullable();
    t.integer('version').notNullable();
    t.text('page').notNullable();
    t.specificType('widths', 'integer[]').notNullable();
    t.jsonb('unseen').notNullable();
    t.timestamp('at').notNullable().defaultTo(knex.fn.now());
    t.primary(['snapshot_id', 'version', 'page']);
    t.foreign(['snapshot_id', 'version'])
      .references(['snapshot_id', 'number'])
      .inTable('versions')
      .onDelete('cascade');
  });

  await knex.schema.createTable('findings', (t) => {
    t.uuid('id').primary();
    t.text('snapshot_id').notNullable();
    t.integer('version').notNullable();
    t.text('page').notNullable();
    t.integer('position').notNullable(); // in its audit
    t.text('rule').notNullable();
    t.text('severity').notNullable();
    t.jsonb('locator'); // null: the page as a whole
    t.jsonb('evidence').notNullable();
    t.text('fingerprint').notNullable(); // of page, rule and element, the same on every version
    t.integer('since').notNullable(); // the first version it was found on
    t.text('state').notNullable();
    t.timestamp('at').notNullable().defaultTo(knex.fn.now()); // of the state
    t.text('reason'); // of a dismissal
    t.text('by_name'); // of who dismissed it
    t.uuid('comment_id').references('comments.id').onDelete('set null').index(); // the thread made of it
    t.unique(['snapshot_id', 'version', 'fingerprint']);
    t.foreign(['snapshot_id', 'version'])
      .references(['snapshot_id', 'number'])
      .inTable('versions')
      .onDelete('cascade');
  });
}
