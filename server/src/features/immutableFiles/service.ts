import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { broadcast } from '../../platform/live/publish.ts';
import * as snapshots from '../snapshots/repo.ts';
import * as versions from '../versions/repo.ts';
import { fingerprintOf } from './fingerprints.ts';
import { findReferences } from './references.ts';
import * as repo from './repo.ts';

/** Enough files for a link that is staged all day; files beyond are revalidated. */
const FILES_PER_SNAPSHOT = 20_000;

type Proving = Pick<App, 'db' | 'blobs'>;

interface VersionName {
  snapshotId: string;
  version: number;
}

interface Candidate extends ManifestFile {
  hash: string;
}

const candidatesOf = (files: readonly ManifestFile[]): Candidate[] =>
  files.flatMap((file) => {
    const hash = fingerprintOf(file.path);
    return hash === null ? [] : [{ ...file, hash }];
  });

/** The texts that refer to a file: the part of its name with the hash, or the hash that a script puts into a name. */
function wordsFor({ path, hash }: Candidate): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return [hash, ...name.split('.').filter((part) => part.includes(hash))];
}

async function provenFiles(
  app: Proving,
  files: readonly ManifestFile[],
  signal?: AbortSignal,
): Promise<repo.NamedFile[]> {
  const candidates = candidatesOf(files);
  if (candidates.length === 0) return [];
  const found = await findReferences(app, files, new Set(candidates.flatMap(wordsFor)), signal);
  return candidates.map((candidate) => ({
    path: candidate.path,
    sha256: candidate.sha256,
    isProven: wordsFor(candidate).some((word) => found.has(word)),
  }));
}

/** Files are recorded under the snapshot's lock, so that no version is finalized meanwhile. */
async function record(
  { db }: Proving,
  { snapshotId, version }: VersionName,
  files: readonly repo.NamedFile[],
): Promise<void> {
  if (files.length === 0) return;
  await db.transaction(async (tx) => {
    const snapshot = await snapshots.lockForNoKeyUpdate(tx, snapshotId);
    if (!snapshot) return;
    // A version that came meanwhile is compared with these files when its own are recorded.
    const isNewest = snapshot.lastVersion === version;
    const recorded = files.map((file) => ({ ...file, isProven: file.isProven && isNewest }));
    await repo.record(tx, snapshotId, recorded);
    if (recorded.some(({ isProven }) => isProven)) {
      await broadcast(tx, { type: 'access_changed', snapshotId });
    }
  });
}

/** Links that were staged before files were recorded: what their other versions held counts too. */
async function recordEarlierVersions(app: Proving, { snapshotId, version }: VersionName): Promise<void> {
  for (const row of await versions.ofSnapshot(app.db, snapshotId)) {
    if (row.number === version) continue;
    const candidates = candidatesOf(await versions.filesOf(app.db, row));
    const files = candidates.map(({ path, sha256 }) => ({ path, sha256, isProven: false }));
    await record(app, { snapshotId, version: row.number }, files);
  }
}

/**
 * Finds the files of a version that browsers may keep for good: a bundler has named them by their content, a page or
 * script refers to them, and their content never changed at this link. Idempotent. See docs/decisions/0282.
 */
export async function proveImmutable(app: Proving, named: VersionName, signal?: AbortSignal): Promise<void> {
  const row = await versions.find(app.db, named.snapshotId, named.version);
  if (!row) return;
  const files = await provenFiles(app, await versions.filesOf(app.db, row), signal);
  if (files.length === 0) return;
  const known = await repo.countOf(app.db, named.snapshotId);
  if (known === 0) await recordEarlierVersions(app, named);
  if (known + files.length <= FILES_PER_SNAPSHOT) await record(app, named, files);
}

/** Ends the immutability of files that a version changes. Call in the transaction that adds it. */
export async function noteChangedFiles(tx: Tx, snapshotId: string, version: number): Promise<void> {
  if ((await repo.countOf(tx, snapshotId)) > 0) await repo.noteChanges(tx, snapshotId, version);
}
