import * as z from 'zod/mini';
import { TREE_BYTES, TREE_NODES_MAX } from '../locator/tree/limits.ts';
import { PageTree } from '../locator/tree/pageTree.ts';
import { Comment, TreeHash } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { SnapshotId, VersionInPath } from './snapshots.ts';

/** A page tree as deflated JSON (RFC 1950). */
export const PAGE_TREE_TYPE = 'application/octet-stream';

export const putPageTree = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id/comments/:commentId/page-tree',
  summary:
    'Keep the page tree of a pin: deflated JSON, or no body where the snapshot may have the tree already.',
  auth: 'public',
  tokenScope: 'comments:write',
  rateLimit: 'pageTree',
  input: z.strictObject({
    id: SnapshotId,
    commentId: z.uuid(),
    /** Version that the page belongs to. */
    version: VersionInPath,
    hash: TreeHash,
    node: z.coerce.number().check(z.int(), z.gte(0), z.lte(TREE_NODES_MAX - 1)),
  }),
  body: { kind: 'raw', maxBytes: TREE_BYTES },
  reply: z.object({
    /** The thread with its page trees; null if the tree has to be sent. */
    comment: z.nullable(Comment),
  }),
});

export const getPageTree = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/page-trees/:hash',
  summary: 'Get a page tree that a comment you may read is kept with.',
  auth: 'public',
  tokenScope: 'comments:read',
  input: z.strictObject({ id: SnapshotId, hash: TreeHash }),
  reply: PageTree,
  replyKind: 'file',
});
