import { createHash, randomUUID } from 'node:crypto';
import { newGrant } from '../hosting/content/grants.ts';
import { writePack } from '../platform/blobs/packs.ts';
import { broadcast, publish } from '../platform/live/publish.ts';
import { snapshotChannel } from '../platform/live/events.ts';
import type { App } from '../platform/context.ts';
import type { Person } from './builders.ts';
import type { World } from './world.ts';

export interface TestSite {
  id: string;
  label: string;
  /** The `Host` of the content origin. */
  host: string;
  owner: Person;
}

export type TestFiles = Record<string, string | Buffer>;

const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex');
const shortId = () => randomUUID().replaceAll('-', '').slice(0, 20);

/** Publishes a version with these files, as staging does. */
export async function publishSite(
  app: App,
  site: Pick<TestSite, 'id' | 'owner'>,
  files: TestFiles,
): Promise<void> {
  const bodies = Object.entries(files).map(([path, body]) => ({ path, body: Buffer.from(body) }));
  const manifest = bodies.map(({ path, body }) => ({ path, size: body.length, sha256: sha256(body) }));
  async function* incoming() {
    for (const { path, body } of bodies) yield { name: path, sha256: sha256(body), size: body.length, body };
  }
  await writePack(app, incoming(), async (tx) => {
    const hashes = [...new Set(manifest.map((file) => file.sha256))];
    await tx('snapshot_blobs')
      .insert(
        hashes.map((hash) => ({
          owner_id: site.owner.id,
          sha256: Buffer.from(hash, 'hex'),
          snapshot_id: site.id,
        })),
      )
      .onConflict()
      .ignore();
  });
  await app.db.transaction(async (tx) => {
    const next = tx.raw('last_version + 1');
    const [row]: { version: number }[] = await tx('snapshots')
      .where({ id: site.id })
      .update({ version: next, last_version: next })
      .returning('version');
    const version = row?.version ?? 1;
    await tx('versions').insert({
      snapshot_id: site.id,
      number: version,
      manifest: JSON.stringify(manifest),
      file_count: bodies.length,
      total_bytes: bodies.reduce((sum, { body }) => sum + body.length, 0),
      source: JSON.stringify({ client: 'api' }),
    });
    await publish(tx, [snapshotChannel(site.id)], {
      type: 'snapshot_finalized',
      snapshotId: site.id,
      version,
    });
  });
}

/** Changes a snapshot's row and notifies every process, as the features that own such changes do. */
export async function change(app: App, id: string, columns: Record<string, unknown>): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx('snapshots').where({ id }).update(columns);
    await broadcast(tx, { type: 'access_changed', snapshotId: id });
  });
}

/** Deletes a snapshot and notifies every process. */
export async function remove(app: App, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx('snapshots').where({ id }).delete();
    await broadcast(tx, { type: 'access_changed', snapshotId: id });
  });
}

/** Returns the cookie of a browser that has given the password of a new snapshot. */
export const grantCookieFor = (app: App, { id }: Pick<TestSite, 'id'>): string =>
  `__Host-grant=${newGrant(app, { snapshotId: id, passwordRevision: 0, reviewerId: null, waiting: null })}`;

/** Creates a published snapshot. */
export async function createSite(
  { app, build }: World,
  files: TestFiles,
  { password, expiresAt = new Date(Date.now() + 86_400_000) }: { password?: string; expiresAt?: Date } = {},
): Promise<TestSite> {
  const owner = await build.user();
  const id = shortId();
  const label = shortId();
  await app.db('snapshots').insert({
    id,
    label,
    owner_id: owner.id,
    name: 'A site',
    password_sealed: password === undefined ? null : app.secrets.seal(password),
    expires_at: expiresAt,
  });
  const site = { id, label, host: `${label}.localhost:4600`, owner };
  await publishSite(app, site, files);
  return site;
}
