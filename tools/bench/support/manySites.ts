import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, chmod } from 'node:fs/promises';
import path from 'node:path';
import { openStore } from '../../../server/src/platform/blobs/open.ts';
import { writePack } from '../../../server/src/platform/blobs/packs.ts';
import { readConfig } from '../../../server/src/platform/config.ts';
import { JOB_LIMITS, openDb } from '../../../server/src/platform/db/db.ts';
import { migrate } from '../../../server/src/platform/db/migrate.ts';
import { startEmbedded } from '@stagelink/postgres/embedded';

const BATCH = 500;

interface SiteFile {
  path: string;
  body: Buffer;
  sha256: string;
}

const file = (name: string, text: string): SiteFile => {
  const body = Buffer.from(text);
  return { path: name, body, sha256: createHash('sha256').update(body).digest('hex') };
};

/** Creates a unique page of 2 kB and a unique script of 20 kB. */
const newSite = (): SiteFile[] => [
  file('index.html', `<!doctype html><title>${randomUUID()}</title><p>${randomBytes(750).toString('hex')}`),
  file('app.js', `export default ${JSON.stringify(randomBytes(10_000).toString('hex'))}`),
];

/** Writes many different snapshots into a data folder without a server; returns their labels. */
export async function manySites(dataDir: string, count: number): Promise<string[]> {
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o711);
  const postgres = await startEmbedded(path.join(dataDir, 'postgres'), { durable: false });
  await postgres.createDatabase('stagelink');
  const url = postgres.url('stagelink');
  await migrate(url);
  const blobs = await openStore(readConfig({ STAGELINK_DATA: dataDir }));
  const app = { db: openDb(url, 2, { limits: JOB_LIMITS }), blobs };
  const owner = randomUUID();
  await app.db('users').insert({ id: owner, email: 'many@example.com', name: 'Many' });

  const labels: string[] = [];
  for (let done = 0; done < count; done += BATCH) {
    const sites = Array.from({ length: Math.min(BATCH, count - done) }, () => ({
      id: randomUUID().replaceAll('-', '').slice(0, 20),
      files: newSite(),
    }));
    await app.db('snapshots').insert(
      sites.map(({ id }) => ({
        id,
        label: id,
        owner_id: owner,
        name: id,
        version: 1,
        expires_at: new Date(Date.now() + 86_400_000),
      })),
    );
    async function* incoming() {
      for (const { path: name, body, sha256 } of sites.flatMap(({ files }) => files)) {
        yield { name, sha256, size: body.length, body };
      }
    }
    await writePack(app, incoming(), async (tx) => {
      const rows = sites.flatMap(({ id, files }) =>
        files.map(({ sha256 }) => ({ owner_id: owner, snapshot_id: id, sha256: Buffer.from(sha256, 'hex') })),
      );
      await tx('snapshot_blobs').insert(rows);
    });
    await app.db('versions').insert(
      sites.map(({ id, files }) => ({
        snapshot_id: id,
        number: 1,
        manifest: JSON.stringify(
          files.map(({ path, body, sha256 }) => ({ path, size: body.length, sha256 })),
        ),
        file_count: files.length,
        total_bytes: files.reduce((sum, { body }) => sum + body.length, 0),
        source: JSON.stringify({ client: 'api' }),
      })),
    );
    labels.push(...sites.map(({ id }) => id));
  }
  await app.db.destroy();
  await postgres.stop();
  return labels;
}
