import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { SnapshotId, VersionInPath } from './snapshots.ts';

const FORMATS = ['json', 'zip'] as const;

export const downloadVersion = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/versions/:version/download',
  summary:
    'Download all files of a version of one of your snapshots as a zip, or read which of them have another name in it.',
  auth: 'user',
  tokenScope: 'snapshots:read',
  rateLimit: 'download',
  input: z.strictObject({
    id: SnapshotId,
    version: VersionInPath,
    format: z._default(z.enum(FORMATS), 'json'),
  }),
  replyKind: 'file',
  reply: z.object({
    /** Name of the zip. */
    fileName: z.string(),
    fileCount: z.int(),
    totalBytes: z.int(),
    /** Files whose path some disks cannot hold, or that differ from another one by case only. */
    renamed: z.array(z.object({ path: z.string(), name: z.string() })),
  }),
});
export type VersionDownload = z.infer<typeof downloadVersion.reply>;
