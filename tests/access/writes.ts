import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { World } from '../../server/src/testing/world.ts';

/** Rate limits count every call, allowed or not. */
const NOT_WATCHED = ['rate_limits'];

/** When a session or a token was last used. */
const NOTED_ON_USE = 'last_used_at';

const quoted = (table: string) => `public."${table}"`;

/** Rows that are changed back are noted too; those of a transaction that fails are not. */
const watch = (table: string, name: string) => `
  create trigger note_rows after insert or delete on ${table} for each row execute function note_write('${name}');
  create trigger note_changes after update on ${table} for each row
    when (to_jsonb(old) - '${NOTED_ON_USE}' is distinct from to_jsonb(new) - '${NOTED_ON_USE}')
    execute function note_write('${name}');`;

const SETUP = `
  create table written (name text primary key);
  create function note_write() returns trigger language plpgsql as $$
  declare
    -- Scheduled jobs may become due during any test.
    job text := case when tg_argv[0] = 'jobs' then to_jsonb(coalesce(new, old)) ->> 'name' end;
  begin
    if job like '\\_\\_pgboss%' or job in (select name from pgboss.schedule) then
      return null;
    end if;
    insert into public.written values (tg_argv[0]) on conflict do nothing;
    return null;
  end $$;`;

/** Notes what the server writes. */
export interface Writes {
  /** Forgets what was written so far. */
  reset: () => Promise<void>;
  /** Returns what was written since, in order: names of tables, `jobs` for the queue, `objects` for the store. */
  read: () => Promise<string[]>;
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
  await db.raw(SETUP);
  for (const table of tables) await db.raw(watch(quoted(table), table));
  await db.raw(watch('pgboss.job_common', 'jobs'));

  let objects = '';
  return {
    async reset() {
      await db.raw('truncate written');
      objects = await readObjects(world);
    },
    async read() {
      const names = await db('written').pluck<string[]>('name');
      return [...names, ...((await readObjects(world)) === objects ? [] : ['objects'])].sort();
    },
  };
}
