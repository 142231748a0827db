import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import type { Server } from './server.ts';

/** Sets a snapshot's expiry to a past day in the server's database, which no endpoint can do. */
export async function pastExpiry({ dataDir }: Server, snapshotId: string): Promise<void> {
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
  const ended = "update snapshots set expires_at = now() - interval '1 day' where id = $1";
  const { rowCount } = await client.query(ended, [snapshotId]);
  await client.end();
  if (rowCount !== 1) throw new Error(`There is no snapshot ${snapshotId}`);
}
