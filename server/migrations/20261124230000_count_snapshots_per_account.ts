import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Published snapshots. Triggers, because servers of the former release publish and delete snapshots too.
  await knex.raw('alter table users add snapshot_count integer not null default 0');
  // The owner of unclaimed snapshots is not counted: its row would be locked by each of them.
  await knex.raw(`create function count_snapshots(owner uuid, change bigint) returns void language sql as $$
    update users set snapshot_count = snapshot_count + change
    where id = owner and id <> '00000000-0000-7000-8000-000000000001'
  $$`);
  await knex.raw(`create function count_changed_snapshot() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.version is not null then
        perform count_snapshots(old.owner_id, -1);
      end if;
      if new.version is not null then
        perform count_snapshots(new.owner_id, 1);
      end if;
      return null;
    end $$`);
  await knex.raw(`create function count_deleted_snapshots() returns trigger language plpgsql as $$
    begin
      perform count_snapshots(owner_id, -count(*)) from deleted where version is not null
        group by owner_id order by owner_id;
      return null;
    end $$`);
  await knex.raw(`create trigger count_new_snapshot after insert on snapshots
    for each row when (new.version is not null) execute function count_changed_snapshot()`);
  await knex.raw(`create trigger count_changed_snapshot after update of version, owner_id on snapshots
    for each row when (old.owner_id <> new.owner_id or (old.version is null) <> (new.version is null))
    execute function count_changed_snapshot()`);
  await knex.raw(`create trigger count_deleted_snapshots after delete on snapshots
    referencing old table as deleted for each statement execute function count_deleted_snapshots()`);
  // The triggers keep others from writing snapshots until this transaction ends.
  await knex.raw(`update users set snapshot_count = counted.snapshots
    from (select owner_id, count(*) as snapshots from snapshots where version is not null group by owner_id) as counted
    where id = owner_id and id <> '00000000-0000-7000-8000-000000000001'`);
}

export async function down(knex: Knex): Promise<void> {
  for (const trigger of ['count_new_snapshot', 'count_changed_snapshot', 'count_deleted_snapshots'])
    await knex.raw('drop trigger ?? on snapshots', [trigger]);
  await knex.raw(
    'drop function count_changed_snapshot(), count_deleted_snapshots(), count_snapshots(uuid, bigint)',
  );
  await knex.raw('alter table users drop column snapshot_count');
}
