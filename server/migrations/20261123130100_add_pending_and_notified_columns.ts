import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table comments add is_pending boolean not null default false');
  await knex.raw('alter table versions add pins_notified_at timestamptz');

  // Servers of the former release use the former columns, which the next release drops together with these triggers.
  await knex.raw(`create function copy_comment_is_held() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        new.is_pending := new.is_pending or new.is_held;
      elsif new.is_held is distinct from old.is_held then
        new.is_pending := new.is_held;
      end if;
      new.is_held := new.is_pending;
      return new;
    end $$`);
  await knex.raw(`create trigger copy_is_held before insert or update of is_held, is_pending on comments
    for each row execute function copy_comment_is_held()`);

  await knex.raw(`create function copy_version_pins_told_at() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        new.pins_notified_at := coalesce(new.pins_notified_at, new.pins_told_at);
      elsif new.pins_told_at is distinct from old.pins_told_at then
        new.pins_notified_at := new.pins_told_at;
      end if;
      new.pins_told_at := new.pins_notified_at;
      return new;
    end $$`);
  await knex.raw(`create trigger copy_pins_told_at before insert or update of pins_told_at, pins_notified_at on versions
    for each row execute function copy_version_pins_told_at()`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger copy_pins_told_at on versions');
  await knex.raw('drop function copy_version_pins_told_at');
  await knex.raw('drop trigger copy_is_held on comments');
  await knex.raw('drop function copy_comment_is_held');
  await knex.raw('alter table versions drop column pins_notified_at');
  await knex.raw('alter table comments drop column is_pending');
}
