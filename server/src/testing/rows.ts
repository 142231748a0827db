import type { Db } from '../platform/db/db.ts';

/** Rows of tables by their names. */
export type Rows = Record<string, Record<string, unknown>[]>;

async function listColumns(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await db.raw<{ rows: { table: string; columns: string[] }[] }>(
    `select table_name as table, array_agg(column_name::text) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
       and table_name not like 'migrations%'
     group by table_name`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** Reads all rows of our tables. */
export async function readRows(db: Db): Promise<Rows> {
  const tables = [...(await listColumns(db)).keys()].toSorted();
  const read = async (table: string) => {
    const selected = db(`${table} as t`).select<{ row: Rows[string][number] }[]>(
      db.raw('to_jsonb(t) as row'),
    );
    return (await selected.orderByRaw('to_jsonb(t)::text')).map(({ row }) => row);
  };
  return Object.fromEntries(
    (await Promise.all(tables.map(async (table) => [table, await read(table)] as const))).filter(
      ([, rows]) => rows.length > 0,
    ),
  );
}

/** Replaces all rows. Tables and columns that the schema does not have are left out. */
export async function replaceRows(db: Db, given: Rows): Promise<void> {
  const tables = await listColumns(db);
  await db.transaction(async (tx) => {
    await tx.raw('set local session_replication_role = replica'); // rows are in no order of their foreign keys
    await tx.raw(`truncate ${[...tables.keys()].join()} cascade`);
    for (const [table, rows] of Object.entries(given)) {
      const columns = tables
        .get(table)
        ?.filter((column) => column in (rows[0] ?? {}))
        .join();
      if (columns === undefined) continue;
      const values = `select ${columns} from jsonb_populate_recordset(null::${table}, ?)`;
      await tx.raw(`insert into ${table} (${columns}) ${values}`, [JSON.stringify(rows)]);
    }
  });
}
