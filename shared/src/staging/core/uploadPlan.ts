import type { Input } from '../../contracts/endpoint.ts';
import { MANIFEST_BODY_BYTES } from '../../contracts/limits.ts';
import type { createSnapshot, ManifestFile, Source } from '../../contracts/staging.ts';
import { utf8Length } from '../../domain/paths.ts';
import { stageError } from './errors.ts';

/** Names of a folder and of a request, by which the server recognizes what belongs together. */
export type UploadKeys = Pick<Input<typeof createSnapshot>, 'folderKey' | 'newLink' | 'idempotencyKey'>;

/** Settings of the snapshot; see `createSnapshot` for what each field means when left out. */
export type SnapshotSettings = Omit<Input<typeof createSnapshot>, 'files' | 'source' | keyof UploadKeys>;

/** Returns the request that opens an upload. Throws `limit` when the names of all files together are too long. */
export function toManifest(
  files: readonly ManifestFile[],
  settings: SnapshotSettings & UploadKeys,
  source: Source,
): Input<typeof createSnapshot> {
  const listed = files.map(({ path, size, sha256 }) => ({ path, size, sha256 }));
  const input = { ...settings, source, files: listed };
  if ((utf8Length(JSON.stringify(input)) ?? Infinity) <= MANIFEST_BODY_BYTES) return input;
  throw stageError(
    'limit',
    'The file names are too long together.',
    'Stage fewer files, or files with shorter names.',
  );
}

/** Returns the bytes of all files together. */
export const totalBytes = (files: readonly { size: number }[]): number =>
  files.reduce((bytes, { size }) => bytes + size, 0);

/** Returns one file for each missing blob. Throws `server` for a blob that was not offered. */
export function missingFiles<File extends ManifestFile>(
  files: readonly File[],
  missing: readonly string[],
): File[] {
  const bySha = new Map(files.map((file) => [file.sha256, file]));
  return missing.map((sha256) => bySha.get(sha256) ?? notOffered(sha256));
}

function notOffered(sha256: string): never {
  throw stageError(
    'server',
    `The server asks for ${sha256}, which was not offered.`,
    'Stage again. If it happens again, report it to the server’s administrator.',
  );
}

/** Returns the first files that together have at most `maxBytes`, at least one. */
export function nextBatch<File extends { size: number }>(files: readonly File[], maxBytes: number): File[] {
  let bytes = 0;
  const end = files.findIndex(({ size }) => (bytes += size) > maxBytes);
  return end === -1 ? [...files] : files.slice(0, Math.max(1, end));
}
