import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import type { Account } from './stagelink.ts';
import type { Server } from './server.ts';

/** Changes one row of the server's database in a way that no endpoint can. */
async function changeRow({ dataDir }: Server, statement: string, key: string): Promise<void> {
  const access = await readFile(path.join(dataDir, 'postgres/access.json'), 'utf8');
  const { password, port } = JSON.parse(access) as { password: string; port: number };
  const client = new Client({
    host: '127.0.0.1',
    port,
    password,
    user: 'postgres',
    database: 'stagelink',
  });
  await client.connect();
  const { rowCount } = await client.query(statement, [key]);
  await client.end();
  if (rowCount !== 1) throw new Error(`There is no row for ${key}`);
}

/** Sets a snapshot's expiry to a past day. */
export const pastExpiry = (server: Server, snapshotId: string): Promise<void> =>
  changeRow(server, "update snapshots set expires_at = now() - interval '1 day' where id = $1", snapshotId);

/** Gives an account a role that does not exist. */
export const damageRole = (server: Server, { email }: Account): Promise<void> =>
  changeRow(server, "update users set role = 'wizard' where email = $1", email);
