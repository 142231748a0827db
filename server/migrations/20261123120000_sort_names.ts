import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // As people sort: Äpfel before Birnen, Page 2 before Page 10. No index uses it, so a newer ICU changes nothing stored.
  await knex.raw(
    `do $$ begin
       create collation people (provider = icu, locale = 'und-u-kn');
     exception when feature_not_supported then
       create collation people from "C"; -- a PostgreSQL that was built without ICU
     end $$`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop collation people');
}
