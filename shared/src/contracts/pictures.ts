import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { SNAPSHOT_PICTURE_BYTES } from './limits.ts';
import { SnapshotId, VersionInPath } from './snapshots.ts';

/** Size of every picture in pixels. */
export const PICTURE_SIZE = { width: 1280, height: 800 } as const;
export const PICTURE_TYPE = 'image/webp';

export const putPicture = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id/versions/:version/picture',
  summary: `Set the picture of a version's first page: a still WebP image of ${PICTURE_SIZE.width} × ${PICTURE_SIZE.height} pixels.`,
  auth: 'user',
  tokenScope: 'snapshots:write',
  rateLimit: 'picture',
  input: z.strictObject({ id: SnapshotId, version: VersionInPath }),
  body: { kind: 'raw', maxBytes: SNAPSHOT_PICTURE_BYTES },
  reply: z.object({
    /** Path on this server. */
    picture: z.string(),
  }),
});

export const getPicture = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/versions/:version/picture',
  summary: 'Get the picture of a version of a snapshot you may open.',
  auth: 'public',
  tokenScope: 'snapshots:read',
  input: z.strictObject({
    id: SnapshotId,
    version: VersionInPath,
    /** Start of the SHA-256 of the picture, as in addresses of lists: makes the reply cacheable for good. */
    hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
  }),
  reply: z.unknown(),
  replyKind: 'file',
});

export const getLinkCode = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/qr',
  summary: 'Get the QR code of a link as an SVG image, whether or not there is a snapshot.',
  auth: 'public',
  tokenScope: 'snapshots:read',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.unknown(),
  replyKind: 'file',
});
