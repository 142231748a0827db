import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { IncomingBlob, ReceivedBlob } from '../platform/blobs/assembly.ts';
import { openFolder } from '../platform/blobs/folder.ts';
import { adoptStore } from '../platform/blobs/installation.ts';
import { writePack } from '../platform/blobs/packs.ts';
import type { StoredEncoding } from '../platform/blobs/location.ts';
import { readVariant } from '../platform/blobs/read.ts';
import type { ObjectStore } from '../platform/blobs/store.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { createLog, type Log } from '../platform/log.ts';
import type { Person } from './builders.ts';

export const sha256Of = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

export function blobOf(content: Uint8Array | string, about: Partial<IncomingBlob> = {}): IncomingBlob {
  const body = Buffer.from(content);
  return { name: 'file.txt', sha256: sha256Of(body), size: body.length, body, ...about };
}

/** Yields blobs; throws if an error is among them. */
export async function* sourceOf(...blobs: (IncomingBlob | Error)[]): AsyncGenerator<IncomingBlob> {
  for (const blob of blobs) {
    if (blob instanceof Error) throw blob;
    yield blob;
  }
}

export interface BlobWorld {
  db: Db;
  blobs: ObjectStore;
  log: Log;
  /** Creates an upload to a new snapshot of the person. */
  upload: (about?: { expiresAt?: Date }) => Promise<{ uploadId: string; snapshotId: string }>;
  /** Attaches the stored blobs to this upload; `writePack` takes it. */
  refer: (uploadId: string) => (tx: Tx, stored: ReceivedBlob[]) => Promise<void>;
  /** Stores the contents in one pack, referenced by a new upload. */
  keep: (
    ...contents: (Uint8Array | string)[]
  ) => Promise<{ uploadId: string; snapshotId: string; hashes: string[] }>;
  /** Reads one encoding of a blob; undefined if it does not exist. */
  read: (sha256: string, form?: StoredEncoding) => Promise<Buffer | undefined>;
  /** Totals of the store. */
  stored: () => Promise<{ objects: number; bytes: number }>;
}

/** Creates a separate store beside a world's database: the given one, or a new folder. */
export async function blobWorld(db: Db, owner: Person, store?: ObjectStore): Promise<BlobWorld> {
  const dir = await mkdtemp(path.join(tmpdir(), 'stagelink-blobs-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  // Independent of the free space of this machine.
  const blobs: ObjectStore = { ...(store ?? (await openFolder(dir))), space: () => Promise.resolve(null) };
  await adoptStore({ db, blobs });

  const refer = (uploadId: string) => async (tx: Tx, stored: ReceivedBlob[]) => {
    const rows = stored.map(({ sha256 }) => ({ upload_id: uploadId, sha256: Buffer.from(sha256, 'hex') }));
    await tx('upload_blobs').insert(rows).onConflict().ignore();
  };

  async function upload({ expiresAt = new Date(Date.now() + 3_600_000) } = {}) {
    const [uploadId, snapshotId] = [randomUUID(), randomUUID()];
    const about = { owner_id: owner.id, created_at: new Date(0), expires_at: expiresAt };
    await db.transaction(async (tx) => {
      await tx('snapshots').insert({ ...about, id: snapshotId, label: snapshotId, name: 'Site' });
      const columns = { manifest: '[]', settings: '{}', source: '{}' };
      await tx('uploads').insert({ ...about, ...columns, id: uploadId, snapshot_id: snapshotId });
    });
    return { uploadId, snapshotId };
  }

  return {
    db,
    blobs,
    log: createLog('silent'),
    upload,
    refer,
    read: (sha256, form = 'identity') => readVariant({ db, blobs }, sha256, form),
    async keep(...contents) {
      const made = await upload();
      const source = sourceOf(...contents.map((content) => blobOf(content)));
      const stored = await writePack({ db, blobs }, source, refer(made.uploadId));
      return { ...made, hashes: stored.map(({ sha256 }) => sha256) };
    },
    async stored() {
      let [objects, bytes] = [0, 0];
      for await (const object of blobs.keys()) [objects, bytes] = [objects + 1, bytes + object.bytes];
      return { objects, bytes };
    },
  };
}
