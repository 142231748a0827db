import * as z from 'zod/mini';
import { PIN_RESULTS } from '../domain/pins.ts';
import { endpoint } from './endpoint.ts';
import { FILES_PER_SNAPSHOT, PATH_BYTES } from './limits.ts';
import { Snapshot, SnapshotFile, SnapshotId, VersionInPath } from './snapshots.ts';

export const Version = z.object({
  number: z.int(),
  createdAt: z.iso.datetime(),
  totalBytes: z.int(),
  fileCount: z.int(),
  /** Path on this server of the picture of its first page; null until there is one. */
  picture: z._default(z.nullable(z.string()), null),
  /** Program that staged it, such as `cli`, and its commit where known. */
  client: z.string(),
  gitBranch: z.nullable(z.string()),
  gitCommit: z.nullable(z.string()),
  /** Whether the link shows it. */
  isShown: z.boolean(),
  /** Whether it is a draft, visible to its owner only. */
  isDraft: z.boolean(),
  /** Its own origin; null in path mode, which shows the newest version only. */
  contentOrigin: z.nullable(z.string()),
  /** Pin results of open threads on it; null until verified. */
  pins: z.nullable(z.record(z.enum(PIN_RESULTS), z.int())),
  /** How many of the lost pins are on elements that were removed. */
  removedPins: z._default(z.int(), 0),
});
export type Version = z.infer<typeof Version>;

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/versions',
  summary: 'List the versions of a snapshot you may open, newest first.',
  auth: 'public',
  tokenScope: 'snapshots:read',
  rateLimit: 'view',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({
    versions: z.array(Version),
    /** Number of newest versions that the owner keeps, for the owner; null keeps all. */
    keepVersions: z._default(z.nullable(z.int()), null),
  }),
});

/** Where a page begins: 0, or the `nextCursor` of the page before. */
const FileCursor = z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(2 * FILES_PER_SNAPSHOT)), 0);
/** Pass as `cursor` for the next page; null on the last page. */
const NextFileCursor = z._default(z.nullable(z.int()), null);

export const listVersionFiles = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/versions/:version/files',
  summary: 'List the files of a version, in pages.',
  auth: 'public',
  tokenScope: 'snapshots:read',
  rateLimit: 'preview',
  input: z.strictObject({ id: SnapshotId, version: VersionInPath, cursor: FileCursor }),
  reply: z.object({ files: z.array(SnapshotFile), nextCursor: NextFileCursor }),
});

export const ChangedFile = z.object({
  path: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  /** Bytes before and after; null where the file does not exist. */
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
  /** Whether `compareFile` can show the difference. */
  isText: z.boolean(),
});
export type ChangedFile = z.infer<typeof ChangedFile>;

export const compareVersions = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/versions/:from/compare/:to',
  summary: 'List the files that differ between two versions, by path and in pages.',
  auth: 'public',
  tokenScope: 'snapshots:read',
  rateLimit: 'preview',
  input: z.strictObject({ id: SnapshotId, from: VersionInPath, to: VersionInPath, cursor: FileCursor }),
  reply: z.object({ files: z.array(ChangedFile), unchanged: z.int(), nextCursor: NextFileCursor }),
});

export const DiffHunk = z.object({
  /** Line numbers, counted from 1. */
  oldStart: z.int(),
  newStart: z.int(),
  lines: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })),
});

export const compareFile = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/versions/:from/compare/:to/file',
  summary: 'Compare a text file of two versions, with three lines of context.',
  auth: 'public',
  tokenScope: 'snapshots:read',
  rateLimit: 'preview',
  input: z.strictObject({
    id: SnapshotId,
    from: VersionInPath,
    to: VersionInPath,
    path: z.string().check(z.minLength(1), z.maxLength(PATH_BYTES)),
  }),
  reply: z.object({
    hunks: z.array(DiffHunk),
    /** Whether the difference was too long to send completely. */
    isCut: z.boolean(),
    /** Whether overlong lines were split; each part counts as a line. */
    isSplit: z.boolean(),
  }),
});

export const publishVersion = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/versions/:version/publish',
  summary: 'Publish a version: a draft, or an older version again.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  input: z.strictObject({ id: SnapshotId, version: VersionInPath }),
  reply: z.object({ snapshot: Snapshot }),
});

export const discardVersion = endpoint({
  method: 'DELETE',
  path: '/api/snapshots/:id/versions/:version',
  summary: 'Discard a draft that was never published.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  input: z.strictObject({ id: SnapshotId, version: VersionInPath }),
  reply: z.object({ ok: z.literal(true) }),
});
