import * as z from 'zod/mini';
import { TREE_BYTES, TREE_NODES_MAX } from '../locator/tree/limits.ts';
import { PageTree } from '../locator/tree/pageTree.ts';
import { ELEMENTS_MAX } from '../preview/inspectionLimits.ts';
import { PinTree, TreeHash } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { ERROR_CODES } from './errors.ts';
import { TREE_PINS_MAX } from './limits.ts';
import { SnapshotId, VersionNumber } from './snapshots.ts';

/** Base64 takes four characters for three bytes. */
const TREE_BASE64_MAX = Math.ceil(TREE_BYTES / 3) * 4;
/** A tree with its pins as JSON. */
const TREE_BODY_BYTES = TREE_BASE64_MAX + TREE_PINS_MAX * 150 + 1000;

const Node = z.int().check(z.gte(0), z.lte(TREE_NODES_MAX - 1));

const TreePins = z
  .array(
    z.strictObject({
      commentId: z.uuid(),
      /** Index of the pinned element in the page tree. */
      node: Node,
      /** Those of its further elements, in their order; null for one that is not on the page. */
      further: z.optional(z.array(z.nullable(Node)).check(z.maxLength(ELEMENTS_MAX - 1))),
    }),
  )
  .check(
    z.minLength(1),
    z.maxLength(TREE_PINS_MAX),
    z.refine(
      (pins) => new Set(pins.map(({ commentId }) => commentId)).size === pins.length,
      'A pin is named twice',
    ),
  );

export const putPageTree = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id/page-trees/:hash',
  summary:
    'Keep a page tree with pins of the page. Pins that you may not attach are named; if all are, it is an error.',
  auth: 'public',
  tokenScope: 'comments:write',
  rateLimit: 'pageTree',
  body: { kind: 'json', maxBytes: TREE_BODY_BYTES },
  input: z.strictObject({
    id: SnapshotId,
    hash: TreeHash,
    /** Version that the page belongs to. */
    version: VersionNumber,
    pins: TreePins,
    /** Deflated JSON (RFC 1950) in Base64; absent where the snapshot may have the tree already. */
    tree: z.optional(z.base64().check(z.maxLength(TREE_BASE64_MAX))),
  }),
  reply: z.object({
    /** The tree has to be sent; it is kept with no pin yet. */
    isMissing: z.boolean(),
    /** Pins with all of their page trees. */
    kept: z.array(z.object({ commentId: z.uuid(), trees: z.array(PinTree) })),
    refused: z.array(z.object({ commentId: z.uuid(), code: z.enum(ERROR_CODES), message: z.string() })),
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
