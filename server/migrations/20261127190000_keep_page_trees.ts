import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create table page_trees (
    snapshot_id text not null references snapshots (id) on delete cascade,
    hash bytea not null, -- SHA-256 of the canonical JSON
    tree bytea not null, -- the JSON, deflated
    primary key (snapshot_id, hash)
  )`);
  await knex.raw('alter table page_trees alter column tree set storage external');
  await knex.raw(`create table pin_trees (
    comment_id uuid not null references comments (id) on delete cascade,
    version integer not null, -- that the page belongs to
    snapshot_id text not null,
    hash bytea not null,
    node integer not null, -- index of the pinned element
    primary key (comment_id, version),
    foreign key (snapshot_id, hash) references page_trees (snapshot_id, hash) on delete cascade
  )`);
  await knex.raw('create index pin_trees_tree on pin_trees (snapshot_id, hash)');

  // Also where a server of the former release deletes a comment.
  await knex.raw(`create function delete_unpinned_trees() returns trigger language plpgsql as $$
    begin
      delete from page_trees t using (select distinct snapshot_id, hash from removed) r
      where t.snapshot_id = r.snapshot_id and t.hash = r.hash
        and not exists (select from pin_trees p where p.snapshot_id = t.snapshot_id and p.hash = t.hash);
      return null;
    end $$`);
  await knex.raw(`create trigger delete_unpinned_trees after delete on pin_trees
    referencing old table as removed for each statement execute function delete_unpinned_trees()`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('pin_trees');
  await knex.schema.dropTable('page_trees');
  await knex.raw('drop function delete_unpinned_trees');
}
