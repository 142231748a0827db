import * as z from 'zod/mini';
import { PIN_STATUSES } from '../preview/messages.ts';
import { endpoint } from './endpoint.ts';
import { PATH_BYTES } from './limits.ts';
import { Snapshot, SnapshotFile, SnapshotId, VersionInPath } from './snapshots.ts';

export const Version = z.object({
  number: z.int(),
  createdAt: z.iso.datetime(),
  totalBytes: z.int(),
  fileCount: z.int(),
  /** What staged it, such as `cli`, and from which commit where that is known. */
  client: z.string(),
  gitBranch: z.nullable(z.string()),
  gitCommit: z.nullable(z.string()),
  /** The one the link shows. */
  isShown: z.boolean(),
  /** Staged to be looked at first: only its owner is told of it. */
  isWaiting: z.boolean(),
  /** An origin of its own; null in path mode, which shows the newest version only. */
  contentOrigin: z.nullable(z.string()),
  /** What became of the open threads' pins on it; null while nobody has looked. */
  pins: z.nullable(z.record(z.enum(PIN_STATUSES), z.int())),
});
export type Version = z.infer<typeof Version>;

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/versions',
  summary: 'The versions of a snapshot you may open, newest first.',
  who: 'anyone',
  token: 'snapshots:read',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({
    versions: z.array(Version),
    /** How many of the newest the owner keeps, for the owner; null keeps all. */
    keepVersions: z._default(z.nullable(z.int()), null),
  }),
});

export const listVersionFiles = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/versions/:version/files',
  summary: 'The files of one version.',
  who: 'anyone',
  token: 'snapshots:read',
  input: z.strictObject({ id: SnapshotId, version: VersionInPath }),
  reply: z.object({ files: z.array(SnapshotFile) }),
});

export const ChangedFile = z.object({
  path: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  /** Bytes before and after; null where there is no file. */
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
  /** Whether `compareFile` can show what changed in it. */
  isText: z.boolean(),
});
export type ChangedFile = z.infer<typeof ChangedFile>;

export const compareVersions = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/versions/:from/compare/:to',
  summary: 'Which files differ between two versions.',
  who: 'anyone',
  token: 'snapshots:read',
  input: z.strictObject({ id: SnapshotId, from: VersionInPath, to: VersionInPath }),
  reply: z.object({ files: z.array(ChangedFile), unchanged: z.int() }),
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
  summary: 'What changed in one text file between two versions, with three lines around each change.',
  who: 'anyone',
  token: 'snapshots:read',
  limit: 'preview',
  input: z.strictObject({
    id: SnapshotId,
    from: VersionInPath,
    to: VersionInPath,
    path: z.string().check(z.minLength(1), z.maxLength(PATH_BYTES)),
  }),
  reply: z.object({
    hunks: z.array(DiffHunk),
    /** True when there is more than is worth sending. */
    isCut: z.boolean(),
    /** True when lines too long to be read stand in pieces, each of which is counted as a line. */
    isSplit: z.boolean(),
  }),
});

export const publishVersion = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/versions/:version/publish',
  summary: 'Let the link show this version: one that waits, or an older one again.',
  who: 'signed-in',
  token: 'snapshots:write',
  input: z.strictObject({ id: SnapshotId, version: VersionInPath }),
  reply: z.object({ snapshot: Snapshot }),
});

export const discardVersion = endpoint({
  method: 'DELETE',
  path: '/api/snapshots/:id/versions/:version',
  summary: 'Throw away a version that waits and was never shown.',
  who: 'signed-in',
  token: 'snapshots:write',
  input: z.strictObject({ id: SnapshotId, version: VersionInPath }),
  reply: z.object({ ok: z.literal(true) }),
});
