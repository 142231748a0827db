import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { ConfigError } from '../config.ts';
import { MIGRATIONS } from '../db/db.ts';
import type { Contents, Table } from './contents.ts';

const PIECE_BYTES = 8 * 1024 ** 2;
const JOBS = 'pgboss.job';

/** The others have no use in a restored installation: packs in the trash, jobs that ended, and those of the queue itself. */
const KEPT: Record<string, string> = {
  'public.packs': 'removed_at is null',
  [JOBS]: `state in ('created', 'retry', 'active') and not starts_with(name, '__pgboss__')`,
};

/** Values as text that every server reads alike. Nothing that waits here is given up. */
const SETTINGS = `
  set datestyle = iso, ymd; set intervalstyle = postgres; set extra_float_digits = 1;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

export const prepareSession = (client: Client): Promise<unknown> => client.query(SETTINGS);

/** Our tables, and the queue. Those that PostgreSQL itself empties after a crash are left out. */
async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select concat(nspname, '.', relname) as name, array_agg(quote_ident(attname) order by attnum) as columns
     from pg_class c join pg_namespace n on n.oid = relnamespace
     join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where relpersistence = 'p' and not relname = any($1)
       and (nspname = 'public' and relkind = 'r' or nspname = 'pgboss' and relname = 'job')
     group by 1 order by 1`,
    [[MIGRATIONS, `${MIGRATIONS}_lock`]],
  );
  return rows;
}

/** Returns a table's rows as text, in pieces of whole rows that fit into memory. */
async function* dumpTable(client: Client, { name, columns }: Table): AsyncGenerator<Buffer> {
  const rows = `select ${columns.join()} from ${name} where ${KEPT[name] ?? 'true'}`;
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of client.query(copyTo(`copy (${rows}) to stdout`))) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes < PIECE_BYTES) continue;
    const text = Buffer.concat(chunks);
    const end = text.lastIndexOf('\n') + 1; // a line break in a value is written as \n
    if (end > 0) yield text.subarray(0, end);
    chunks = [text.subarray(end)];
    bytes = text.length - end;
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

async function sequencesOf(client: Client): Promise<Contents['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Reads every table as of the open transaction, and gives its pieces to `write`. */
export async function dump(
  client: Client,
  write: (table: string, piece: Buffer, number: number) => Promise<void>,
): Promise<Pick<Contents, 'tables' | 'sequences'>> {
  const tables = await listTables(client);
  for (const table of tables) {
    let number = 0;
    for await (const piece of dumpTable(client, table)) await write(table.name, piece, (number += 1));
  }
  return { tables, sequences: await sequencesOf(client) };
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Rows arrive in no order of their foreign keys, so these are made again, and checked, when all are there. */
async function withoutConstraints(client: Client, tables: Table[], load: () => Promise<void>): Promise<void> {
  const { rows: foreignKeys } = await client.query<ForeignKey>(
    `select conrelid::regclass as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const own = tables.filter(({ name }) => name !== JOBS);
  const each = async (statements: string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  await each(foreignKeys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`));
  await each(own.map(({ name }) => `alter table ${name} disable trigger user`));
  await load();
  await each(own.map(({ name }) => `alter table ${name} enable trigger user`));
  await each(
    foreignKeys.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
    ),
  );
}

/** A queue may be gone in a later release, and a schedule may have filled its own before. */
const LOAD_JOBS = `
  insert into ${JOBS} select * from waiting_jobs where name in (select name from pgboss.queue) on conflict do nothing`;

/** Names of a backup become SQL, so only those that the schema has are taken. */
async function assertKnownTables(client: Client, tables: Table[]): Promise<void> {
  const known = new Map((await listTables(client)).map(({ name, columns }) => [name, new Set(columns)]));
  const isKnown = ({ name, columns }: Table) =>
    known.has(name) && columns.every((column) => known.get(name)?.has(column));
  if (tables.every(isKnown)) return;
  throw new ConfigError('The backup names tables that Stagelink does not have: “backup” did not make it.');
}

/** Replaces the rows of a new database in one transaction. `loadRows` gives the pieces of each table, in any order. */
export async function load(
  client: Client,
  { tables, sequences }: Pick<Contents, 'tables' | 'sequences'>,
  loadRows: (copyRows: (table: string, rows: Readable) => Promise<void>) => Promise<void>,
): Promise<void> {
  await assertKnownTables(client, tables);
  const columns = new Map(tables.map((table) => [table.name, table.columns.join()]));
  await client.query('begin');
  await withoutConstraints(client, tables, async () => {
    const own = [...columns.keys()].filter((name) => name !== JOBS);
    await client.query(`truncate ${own.join()}`);
    await client.query(`create temporary table waiting_jobs (like ${JOBS}) on commit drop`);
    await loadRows(async (table, rows) => {
      const target = table === JOBS ? 'waiting_jobs' : table;
      await pipeline(rows, client.query(copyFrom(`copy ${target} (${columns.get(table)}) from stdin`)));
    });
    await client.query(LOAD_JOBS);
    for (const [name, value] of Object.entries(sequences))
      await client.query('select setval($1::regclass, $2)', [name, value]);
  });
  await client.query('commit');
}
