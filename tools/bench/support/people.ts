import { randomUUID } from 'node:crypto';
import type { Db } from '../../../server/src/platform/db/db.ts';
import * as sessions from '../../../server/src/features/identity/sessions/repo.ts';

/** A commenter, and the owners of the snapshots, who follow them. */
export interface People {
  /** Secret of the commenter's session. */
  secret: string;
  snapshots: string[];
}

async function account(db: Db, name: string): Promise<string> {
  const id = randomUUID();
  await db('users').insert({ id, email: `${id}@example.com`, name });
  return id;
}

export async function createPeople(db: Db, count: number): Promise<People> {
  const owner = await account(db, 'Owner');
  const commenter = await account(db, 'Commenter');
  const snapshots = Array.from({ length: count }, () => randomUUID().replaceAll('-', '').slice(0, 16));
  const expires_at = new Date(Date.now() + 86_400_000);
  await db('snapshots').insert(
    snapshots.map((id) => ({ id, owner_id: owner, label: id, name: id, version: 1, expires_at })),
  );
  const version = { number: 1, manifest: '[]', file_count: 0, total_bytes: 0, source: '{"client":"api"}' };
  await db('versions').insert(
    snapshots.map((id) => ({ ...version, snapshot_id: id, published_at: new Date() })),
  );
  await db('follows').insert(
    snapshots.map((snapshot_id) => ({ id: randomUUID(), user_id: owner, snapshot_id })),
  );
  const secret = await sessions.start(db, commenter, { address: '127.0.0.1', userAgent: 'bench' });
  return { secret, snapshots };
}
