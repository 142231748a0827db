import type { Knex } from 'knex';

// The first default is that of the snapshots there are, which keep it; neither statement rewrites the table.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `alter table snapshots add column assistant_access_default text not null default 'everyone'`,
  );
  await knex.raw(`alter table snapshots alter column assistant_access_default set default 'members'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table snapshots drop column assistant_access_default');
}
