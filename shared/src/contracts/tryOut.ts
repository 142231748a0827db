import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { SnapshotId, SnapshotName } from './snapshots.ts';
import { IdempotencyKey, UploadReport, ZipOutput } from './staging.ts';

export const getTryOut = endpoint({
  method: 'GET',
  path: '/api/try',
  summary: 'Ask whether this server takes snapshots without an account, and up to which size.',
  auth: 'public',
  tokenScope: 'any',
  input: z.strictObject({}),
  reply: z.object({ isOffered: z.boolean(), snapshotBytes: z.int() }),
});

const TriedOut = z.object({
  url: z.url(),
  /** Works once. */
  claimUrl: z.url(),
  expiresAt: z.iso.datetime(),
  ...UploadReport.shape,
});
export type TriedOut = z.infer<typeof TriedOut>;

/** A repeated request gets the claim link, so visitors' keys must not be guessed. */
export const TryOutKey = IdempotencyKey.check(
  z.minLength(32, 'Without an account, an Idempotency-Key has at least 32 characters, such as a random UUID'),
);

export const tryOut = endpoint({
  method: 'POST',
  path: '/api/try',
  summary:
    'Stage without an account: the body is one zip, or a multipart form with one zip or the files of a folder. The link lives for 24 hours; the claim link moves the snapshot into an account. An `Idempotency-Key` has at least 32 random characters here: who sends the same files with it gets the same links.',
  auth: 'public',
  tokenScope: 'any',
  rateLimit: 'tryOutUpload',
  status: 201,
  body: { kind: 'stream', types: ['multipart/form-data', 'application/zip'] },
  takesIdempotencyKey: true,
  input: z.strictObject({ name: z.optional(SnapshotName), output: z.optional(ZipOutput) }),
  reply: TriedOut,
});

export const trySample = endpoint({
  method: 'POST',
  path: '/api/try/sample',
  summary:
    'Make an own copy of the sample prototype with its comments, to try commenting without an account. The link lives for 24 hours and cannot be claimed.',
  auth: 'public',
  tokenScope: 'any',
  rateLimit: 'trySample',
  status: 201,
  input: z.strictObject({}),
  reply: z.object({ url: z.url(), expiresAt: z.iso.datetime() }),
});

/** The part of a claim link after `#`, which browsers send to no server. */
const Claim = z.strictObject({ secret: z.string().check(z.minLength(1), z.maxLength(100)) });

const ClaimedSnapshot = z.object({
  id: SnapshotId,
  name: z.string(),
  url: z.url(),
  expiresAt: z.iso.datetime(),
});
export type ClaimedSnapshot = z.infer<typeof ClaimedSnapshot>;

export const readClaim = endpoint({
  method: 'POST',
  path: '/api/try/claim/read',
  summary: 'Read which snapshot a claim link is for.',
  auth: 'public',
  tokenScope: 'any',
  rateLimit: 'claim',
  input: Claim,
  reply: z.object({ snapshot: ClaimedSnapshot }),
});

export const claimSnapshot = endpoint({
  method: 'POST',
  path: '/api/try/claim',
  summary:
    'Move a snapshot that was staged without an account into yours, with its comments. The link stays; it then lives as long as your plan allows by default.',
  auth: 'user',
  tokenScope: 'none',
  rateLimit: 'claim',
  input: Claim,
  reply: z.object({ snapshot: ClaimedSnapshot }),
});
