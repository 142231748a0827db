import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { World } from '../../server/src/testing/world.ts';

/** Rate limits count every call, allowed or not. */
const NOT_WATCHED = ['rate_limits'];

/** When a session or a token was last used. */
const NOTED_ON_USE = 'last_used_at';

/** Rows that are changed back are noted too; those of a transaction that fails are not. */
const watch = (table: string, name: string) => `
  create trigger note_rows after insert or delete on ${table} for each row execute function note_write('${name}');
  create trigger note_changes after update on ${table} for each row
    when (to_jsonb(old) - '${NOTED_ON_USE}' is distinct from to_jsonb(new) - '${NOTED_ON_USE}')
    execute function note_write('${name}');`;

/** Keeps the rows that a table has now, without the columns that are computed. */
const save = (table: string, name: string) => `
  insert into saved select '${name}', '${table}', string_agg(quote_ident(attname), ',') from pg_attribute
    where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  create table ${copyOf(name)} as table ${table};`;

const copyOf = (name: string) => `saved_rows."${name}"`;

const SETUP = `
  create schema saved_rows;
  create table saved (name text primary key, origin text not null, columns text not null);
  create table written (name text primary key, is_forgotten boolean not null default false);
  create function note_write() returns trigger language plpgsql as $$
  declare
    -- Scheduled jobs may become due during any test.
    job text := case when tg_argv[0] = 'jobs' then to_jsonb(coalesce(new, old)) ->> 'name' end;
  begin
    if job like '\\_\\_pgboss%' or job in (select name from pgboss.schedule) then
      return null;
    end if;
    insert into public.written values (tg_argv[0]) on conflict (name) do update set is_forgotten = false;
    return null;
  end $$;
  create function undo_writes() returns void language plpgsql as $$
  declare
    changed record;
  begin
    -- Neither triggers nor foreign keys, whose order the tables are not in.
    set local session_replication_role = replica;
    for changed in select * from public.saved join public.written using (name) loop
      execute format('delete from %s', changed.origin);
      execute format(
        'insert into %1$s (%2$s) overriding system value select %2$s from saved_rows.%3$I',
        changed.origin, changed.columns, changed.name);
    end loop;
    delete from public.written;
  end $$;`;

/** Notes what the server writes. */
export interface Writes {
  /** Forgets what was written so far. */
  reset: () => Promise<void>;
  /** Returns what was written since, in order: names of tables, `jobs` for the queue, `objects` for the store. */
  read: () => Promise<string[]>;
  /** Gives every table the rows it had when watching began. New files stay in the store, where no row names them. */
  undo: () => Promise<void>;
}

/** Returns the names of the store's files, without the size and the age that the store looks up for each. */
async function readObjects({ app }: World): Promise<string> {
  const names = await readdir(path.join(app.config.dataDir, 'blobs'));
  return names.sort().join();
}

/** Watches all tables of a world's database, and its store. */
export async function watchWrites(world: World): Promise<Writes> {
  const { db } = world.app;
  const tables = await db('pg_tables')
    .where({ schemaname: 'public' })
    .whereNotIn('tablename', NOT_WATCHED)
    .pluck<string[]>('tablename');
  const watched = [
    ...tables.map((name) => [`public."${name}"`, name] as const),
    ['pgboss.job_common', 'jobs'] as const,
  ];
  await db.raw(SETUP);
  for (const [table, name] of watched) await db.raw(save(table, name) + watch(table, name));

  let objects = '';
  return {
    async reset() {
      await db.raw('update written set is_forgotten = true');
      objects = await readObjects(world);
    },
    async read() {
      const names = await db('written').where({ is_forgotten: false }).pluck<string[]>('name');
      return [...names, ...((await readObjects(world)) === objects ? [] : ['objects'])].sort();
    },
    async undo() {
      await db.raw('select undo_writes()');
    },
  };
}
