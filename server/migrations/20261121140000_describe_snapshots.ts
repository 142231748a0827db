import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('snapshots', (t) => {
    t.text('milestone').notNullable().defaultTo('');
    t.text('version_label').notNullable().defaultTo(''); // the owner's own word for it, such as “2.1 beta”
    t.timestamp('expiry_warned_for'); // the expiry that its owner was warned of
    t.index('expires_at');
  });

  await knex.schema.alterTable('projects', (t) => {
    t.integer('position').notNullable().defaultTo(0); // the owner's own order
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('projects', (t) => {
    t.dropColumn('position');
  });
  await knex.schema.alterTable('snapshots', (t) => {
    t.dropIndex('expires_at');
    t.dropColumns('milestone', 'version_label', 'expiry_warned_for');
  });
}
