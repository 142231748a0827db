import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import type { Account } from './stagelink.ts';
import type { Server } from './server.ts';

/** Returns the URL of the PostgreSQL that the server brought along. */
export async function databaseUrlOf({ dataDir }: Pick<Server, 'dataDir'>): Promise<string> {
  const access = await readFile(path.join(dataDir, 'postgres/access.json'), 'utf8');
  const { password, port } = JSON.parse(access) as { password: string; port: number };
  return `postgres://postgres:${password}@127.0.0.1:${port}/stagelink`;
}

/** Changes rows of the server's database in a way that no endpoint can. Returns their number. */
async function change(server: Server, statement: string, values: unknown[]): Promise<number | null> {
  const client = new Client({ connectionString: await databaseUrlOf(server) });
  await client.connect();
  const { rowCount } = await client.query(statement, values);
  await client.end();
  return rowCount;
}

async function changeRow(server: Server, statement: string, key: string): Promise<void> {
  if ((await change(server, statement, [key])) !== 1) throw new Error(`There is no row for ${key}`);
}

/** Sets a snapshot's expiry to a past day. */
export const pastExpiry = (server: Server, snapshotId: string): Promise<void> =>
  changeRow(server, "update snapshots set expires_at = now() - interval '1 day' where id = $1", snapshotId);

/** Gives an account a role that does not exist. */
export const damageRole = (server: Server, { email }: Account): Promise<void> =>
  changeRow(server, "update users set role = 'wizard' where email = $1", email);

/** Copies the only thread of a snapshot, each copy with a pin of its own beside the others. */
export async function copyThread(server: Server, snapshotId: string, copies: number): Promise<void> {
  const made = await change(
    server,
    `insert into comments (id, snapshot_id, author_id, anonymous_hash, author_name, text, version, pin_number,
       element_selector, element_x, element_y, locator, context, bytes, created_at)
     select gen_random_uuid(), snapshot_id, author_id, anonymous_hash, author_name, text || ' ' || n, version,
       pin_number + n, element_selector, element_x, element_y,
       jsonb_set(locator, '{offset}', jsonb_build_object('x', (n % 25) / 25.0, 'y', (n / 25) / 20.0)),
       context, bytes, created_at + n * interval '1 second'
     from comments cross join generate_series(1, $2) as n where snapshot_id = $1 and parent_id is null`,
    [snapshotId, copies],
  );
  if (made !== copies) throw new Error(`${snapshotId} has ${made} new threads instead of ${copies}`);
}
