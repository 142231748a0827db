import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { FolderKey } from './folderLinks.ts';
import { FILES_PER_SNAPSHOT, NAME_MAX, PATH_BYTES, MANIFEST_BODY_BYTES } from './limits.ts';
import {
  Description,
  Snapshot,
  SnapshotId,
  SnapshotName,
  SnapshotPassword,
  Tags,
  Words,
} from './snapshots.ts';
import { Agent, Marked, StagedFor, ThreadIds } from './threadWork.ts';

/** Name of a blob: lower-case hexadecimal SHA-256 of its bytes. */
export const Sha256 = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/, 'That is not a SHA-256 in lower-case hexadecimal'));

export const ManifestFile = z.strictObject({
  /** Relative, with `/` between parts; checked by `pathProblem` in `domain/paths`. */
  path: z.string().check(z.minLength(1), z.maxLength(PATH_BYTES)),
  size: z.int().check(z.gte(0)),
  sha256: Sha256,
});
export type ManifestFile = z.infer<typeof ManifestFile>;

/** Host and port as URLs spell them. */
const HostName = z.string().check(z.maxLength(260), z.regex(/^[a-z0-9._[\]:-]+$/, 'That is not a host'));

/** Origin of a version. */
export const Source = z.strictObject({
  client: z.enum(['cli', 'web', 'desktop', 'extension', 'capture', 'action', 'mcp', 'api']),
  framework: z.optional(z.string().check(z.maxLength(NAME_MAX))),
  gitBranch: z.optional(z.string().check(z.maxLength(255))),
  gitCommit: z.optional(z.string().check(z.maxLength(64))),
  /** Host of the page that the browser extension captured. */
  capturedFrom: z.optional(HostName),
});
export type Source = z.infer<typeof Source>;

/** Settings of a snapshot that staging can change. */
const about = {
  name: z.optional(SnapshotName),
  description: z.optional(Description),
  projectId: z.optional(z.nullable(z.uuid())),
  /** Absent: `generate` for a new snapshot, unchanged on a restage. Null: none. */
  password: z.optional(z.nullable(z.union([z.literal('generate'), SnapshotPassword]))),
  tags: z.optional(Tags),
  clientName: z.optional(Words),
  milestone: z.optional(Words),
  versionLabel: z.optional(Words),
};

/**
 * Whether the link shows the version at once. Otherwise it is a draft that only its owner sees; settings of
 * the snapshot, such as its name, apply all the same. The first version is always published.
 * `unless_pinned`: a draft when open pins must be verified on it and a client can do so.
 */
export const Publish = z.enum(['yes', 'no', 'unless_pinned']);
export type Publish = z.infer<typeof Publish>;

/** Reply of a finished upload. */
export const Staged = z.object({
  snapshot: Snapshot,
  version: z.int(),
  url: z.url(),
  /** Preview of this version, even when the link shows another. */
  contentUrl: z.url(),
  password: z.nullable(z.string()),
  /** Why the version is a draft; null when it is published. */
  draft: z.nullable(z.object({ openPins: z.int() })),
  /** What became of the threads that were named, if any were. Those of a draft wait until it is published. */
  threads: z.optional(Marked),
});
export type Staged = z.infer<typeof Staged>;

/** What rules of ours leave out of an upload, which files were not searched for keys, and what to check. */
export const UploadReport = z.object({
  /** A folder's path ends with a slash. */
  leftOut: z._default(z.array(z.string()), []),
  /** Archives and long texts. */
  notSearched: z._default(z.array(z.string()), []),
  /** What to check, a sentence each: lines of `_redirects` and `_headers` that are not followed, names that some disks cannot save. */
  warnings: z._default(z.array(z.string()), []),
});
export type UploadReport = z.infer<typeof UploadReport>;

/** Identifies one upload in one request among those of an account, for `IDEMPOTENCY_HOURS`. */
export const IdempotencyKey = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{1,255}$/, 'An Idempotency-Key has 1 to 255 visible ASCII characters'));

/** Reply of a finished upload in one request. */
export const Uploaded = z.extend(Staged, UploadReport.shape);
export type Uploaded = z.infer<typeof Uploaded>;

const SeparatedByCommas = z.pipe(
  z.string(),
  z.transform((text) => text.split(',').filter((part) => part.trim() !== '')),
);

/** The folder of a zip that is staged, relative to the project in it: one that holds several builds needs it. */
export const ZipOutput = z.string().check(z.minLength(1), z.maxLength(PATH_BYTES));

export const createSnapshot = endpoint({
  method: 'POST',
  path: '/api/snapshots',
  summary:
    'Create an upload from a manifest: for a new snapshot, or with `snapshotId` for a new version at the same link. With `folderKey` a folder has one link: an upload of the same files that is still open is returned again, and a folder with a link gets `409 link_exists` with that link.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  rateLimit: 'stage',
  status: 201,
  body: { kind: 'json', maxBytes: MANIFEST_BODY_BYTES },
  input: z.strictObject({
    ...about,
    snapshotId: z.optional(SnapshotId),
    folderKey: z.optional(FolderKey),
    /** `true` makes another link although the folder has one. */
    newLink: z.optional(z.boolean()),
    /** Names this request. Repeating it with the same files returns the same upload, finalized or not. */
    idempotencyKey: z.optional(z.uuid()),
    expiresInDays: z.optional(z.int().check(z.gte(1))),
    source: Source,
    files: z
      .array(ManifestFile)
      .check(z.minLength(1, 'There are no files to stage'), z.maxLength(FILES_PER_SNAPSHOT)),
  }),
  reply: z.object({
    uploadId: z.uuid(),
    snapshotId: SnapshotId,
    version: z.int(),
    /** Hashes of blobs that the owner still has to send, each once. */
    missing: z.array(Sha256),
    /** Newest version of the snapshot when it has exactly these files. */
    unchangedSince: z._default(z.nullable(z.int()), null),
  }),
});

export const getUpload = endpoint({
  method: 'GET',
  path: '/api/uploads/:uploadId',
  summary: 'List the blobs an upload still misses, to resume it.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  input: z.strictObject({ uploadId: z.uuid() }),
  reply: z.object({
    uploadId: z.uuid(),
    snapshotId: SnapshotId,
    version: z.int(),
    missing: z.array(Sha256),
    finalized: z.boolean(),
  }),
});

export const sendBlobs = endpoint({
  method: 'PUT',
  path: '/api/uploads/:uploadId',
  summary: 'Send missing blobs as a zip whose entry names are their hashes. May be repeated.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  rateLimit: 'upload',
  body: { kind: 'stream', types: ['application/zip'] },
  input: z.strictObject({ uploadId: z.uuid() }),
  reply: z.object({ missing: z.array(Sha256) }),
});

export const finalizeUpload = endpoint({
  method: 'POST',
  path: '/api/uploads/:uploadId/finalize',
  summary:
    'Finalize an upload and publish its version. Repeating the request returns the same reply. Threads in `stagedFor` are marked as staged together with the publication, which needs `comments:write` too; an agent that stages the same files for the same threads again gets the same version.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  input: z.strictObject({
    uploadId: z.uuid(),
    publish: z._default(Publish, 'yes'),
    stagedFor: z.optional(StagedFor),
  }),
  reply: Staged,
});

export const uploadSnapshot = endpoint({
  method: 'POST',
  path: '/api/snapshots/upload',
  summary:
    'Stage in one request: the body is one zip, or a multipart form with one zip or many files (each named by its path). Settings of the snapshot are query parameters. Hidden files, keys and databases are left out unless a `.stagelinkignore` brings them back; a secret key in the others rejects the upload with `secret_found`. `threads` are marked as staged together with the publication, as in `finalize`.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  rateLimit: 'stage',
  status: 201,
  body: { kind: 'stream', types: ['multipart/form-data', 'application/zip'] },
  takesIdempotencyKey: true,
  input: z.strictObject({
    name: about.name,
    description: about.description,
    projectId: z.optional(z.uuid()),
    /** `generate` (the default), a password, or `none`. */
    password: z.optional(z.union([z.enum(['generate', 'none']), SnapshotPassword])),
    clientName: about.clientName,
    milestone: about.milestone,
    versionLabel: about.versionLabel,
    /** Separated by commas. */
    tags: z.optional(z.pipe(SeparatedByCommas, Tags)),
    snapshotId: z.optional(SnapshotId),
    expiresInDays: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
    client: z._default(Source.shape.client, 'api'),
    capturedFrom: Source.shape.capturedFrom,
    publish: z._default(Publish, 'yes'),
    /** Threads that the version is for, separated by commas. They need `agentId` and `agentName`. */
    threads: z.optional(z.pipe(SeparatedByCommas, ThreadIds)),
    agentId: z.optional(Agent.shape.id),
    agentName: z.optional(Agent.shape.name),
    output: z.optional(ZipOutput),
    /** `true` publishes files with secret keys. Taken from a session or a personal token, not from programs. */
    allowSecrets: z.optional(z.enum(['true', 'false'])),
  }),
  reply: Uploaded,
});

export const settleUpload = endpoint({
  method: 'POST',
  path: '/api/snapshots/upload/settle',
  summary:
    'Settle an upload in one request whose reply was lost: returns what was staged with its `Idempotency-Key`; otherwise null, and nothing will be staged with that key.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  rateLimit: 'stage',
  input: z.strictObject({ idempotencyKey: IdempotencyKey }),
  reply: z.object({ staged: z.nullable(Staged) }),
});
