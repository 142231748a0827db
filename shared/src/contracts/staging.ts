import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { FILES_PER_SNAPSHOT, NAME_MAX, PATH_BYTES } from './limits.ts';
import {
  Description,
  Snapshot,
  SnapshotId,
  SnapshotName,
  SnapshotPassword,
  Tags,
  Words,
} from './snapshots.ts';

/** A blob's name: the lower-case hexadecimal SHA-256 of its bytes. */
export const Sha256 = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/, 'That is not a SHA-256 in lower-case hexadecimal'));

export const ManifestFile = z.strictObject({
  /** Relative, `/` between parts, checked by `pathProblem` in `paths.ts`. */
  path: z.string().check(z.minLength(1), z.maxLength(PATH_BYTES)),
  size: z.int().check(z.gte(0)),
  sha256: Sha256,
});
export type ManifestFile = z.infer<typeof ManifestFile>;

/** Where a version came from. */
export const Source = z.strictObject({
  client: z.enum(['cli', 'web', 'desktop', 'extension', 'capture', 'mcp', 'api']),
  framework: z.optional(z.string().check(z.maxLength(NAME_MAX))),
  gitBranch: z.optional(z.string().check(z.maxLength(255))),
  gitCommit: z.optional(z.string().check(z.maxLength(64))),
});
export type Source = z.infer<typeof Source>;

/** What can be said about a snapshot when it is staged. */
const about = {
  name: z.optional(SnapshotName),
  description: z.optional(Description),
  projectId: z.optional(z.nullable(z.uuid())),
  /** Left out: `generate` for a new snapshot, as it is for a restage. Null: none. */
  password: z.optional(z.nullable(z.union([z.literal('generate'), SnapshotPassword]))),
  tags: z.optional(Tags),
  clientName: z.optional(Words),
  milestone: z.optional(Words),
  versionLabel: z.optional(Words),
};

/**
 * Whether the link shows a version at once. One that waits is shown to its owner only, and the link goes on showing
 * what it showed; what was asked of the snapshot itself, such as its name, becomes true all the same. The first version
 * cannot wait. `unless_pinned`: it waits where open pins have to be looked for on it, and somebody can look.
 */
export const Publish = z.enum(['yes', 'no', 'unless_pinned']);
export type Publish = z.infer<typeof Publish>;

/** What a finished stage answers. */
export const Staged = z.object({
  snapshot: Snapshot,
  version: z.int(),
  url: z.url(),
  /** Of this version, where the link shows another. */
  contentUrl: z.url(),
  password: z.nullable(z.string()),
  /** Why the link does not show it yet; null when it does. */
  waits: z.nullable(z.object({ openPins: z.int() })),
});
export type Staged = z.infer<typeof Staged>;

export const createSnapshot = endpoint({
  method: 'POST',
  path: '/api/snapshots',
  summary: 'Offer a manifest: a new snapshot, or with `snapshotId` a new version at the same link.',
  who: 'signed-in',
  token: 'snapshots:write',
  limit: 'stage',
  status: 201,
  input: z.strictObject({
    ...about,
    snapshotId: z.optional(SnapshotId),
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
    /** Hashes whose bytes this owner still has to send, each once. */
    missing: z.array(Sha256),
  }),
});

export const getUpload = endpoint({
  method: 'GET',
  path: '/api/uploads/:uploadId',
  summary: 'What an upload still misses, to resume it.',
  who: 'signed-in',
  token: 'snapshots:write',
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
  summary: 'Send missing bytes as a zip whose entry names are their hashes. May be repeated.',
  who: 'signed-in',
  token: 'snapshots:write',
  limit: 'upload',
  body: 'zip',
  input: z.strictObject({ uploadId: z.uuid() }),
  reply: z.object({ missing: z.array(Sha256) }),
});

export const finalizeUpload = endpoint({
  method: 'POST',
  path: '/api/uploads/:uploadId/finalize',
  summary: 'Make the uploaded version the one the link shows. Asking again gives the same answer.',
  who: 'signed-in',
  token: 'snapshots:write',
  input: z.strictObject({ uploadId: z.uuid(), publish: z._default(Publish, 'yes') }),
  reply: Staged,
});

export const uploadSnapshot = endpoint({
  method: 'POST',
  path: '/api/snapshots/upload',
  summary:
    'Stage in a single call: the body is one zip, or a multipart form with one zip or many files (each named by its path). What is said about the snapshot goes in the query.',
  who: 'signed-in',
  token: 'snapshots:write',
  limit: 'stage',
  status: 201,
  body: 'multipart or zip',
  input: z.strictObject({
    name: about.name,
    description: about.description,
    projectId: z.optional(z.uuid()),
    /** `generate` (the default), a text, or `none`. */
    password: z.optional(z.union([z.enum(['generate', 'none']), SnapshotPassword])),
    clientName: about.clientName,
    milestone: about.milestone,
    versionLabel: about.versionLabel,
    /** With commas between them. */
    tags: z.optional(
      z.pipe(
        z.pipe(
          z.string(),
          z.transform((text) => text.split(',').filter((tag) => tag.trim() !== '')),
        ),
        Tags,
      ),
    ),
    snapshotId: z.optional(SnapshotId),
    expiresInDays: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
    client: z._default(Source.shape.client, 'api'),
    publish: z._default(Publish, 'yes'),
  }),
  reply: Staged,
});
