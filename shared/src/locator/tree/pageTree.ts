import * as z from 'zod/mini';
import { ROUTE_MAX } from '../limits.ts';
import { storableText } from '../storableText.ts';
import {
  TREE_ATTRIBUTES,
  TREE_CLASS_MAX,
  TREE_CLASSES_MAX,
  TREE_NAME_MAX,
  TREE_NODES_MAX,
  TREE_TEXT_MAX,
} from './limits.ts';

/**
 * Stored description of all elements of a page, kept with its pins so that a later version can be matched with it
 * as a whole. It comes from an untrusted page: sizes are capped here, and it is never displayed.
 */

const coordinate = z.int().check(z.gte(-1e7), z.lte(1e7));
const side = z.int().check(z.gte(0), z.lte(1e7));

type Box = [left: number, top: number, width: number, height: number];
// Zod’s tuple would add 1 kB to what the viewer loads first, because all pages share one file of Zod.
const Box = z.array(coordinate).check(
  z.minLength(4),
  z.maxLength(4),
  z.refine(([, , width = 0, height = 0]) => width >= 0 && height >= 0),
) as unknown as z.ZodMiniType<Box, Box>;

const Name = storableText(TREE_NAME_MAX);

const TreeAttribute = z.enum(TREE_ATTRIBUTES);

export const TreeNode = z.strictObject({
  /** Index of its parent, which comes before it; -1 for the body. */
  parent: z.int().check(z.gte(-1), z.lte(TREE_NODES_MAX - 1)),
  tag: Name,
  id: z.optional(Name),
  classes: z.optional(z.array(storableText(TREE_CLASS_MAX)).check(z.maxLength(TREE_CLASSES_MAX))),
  attributes: z.optional(z.partialRecord(TreeAttribute, Name)),
  /**
   * Start of the text that is its own, without that of its elements and without what was typed. A short text has
   * `CHILD` where the elements are; in records of former releases none has.
   */
  text: z.optional(storableText(TREE_TEXT_MAX)),
  /** Left, top, width and height in CSS pixels from the page's top left corner; missing when not rendered. */
  box: z.optional(Box),
});
export type TreeNode = z.infer<typeof TreeNode>;

export const PageTree = z.strictObject({
  /** Path and hash of the page, without a query. */
  route: storableText(ROUTE_MAX).check(z.startsWith('/')),
  width: side,
  /** Language without region: `en` for `en-GB`. */
  lang: z.optional(Name),
  /** Whether the page had more elements than fit. */
  isCut: z.boolean(),
  /** Nodes in document order: each parent before its children. */
  nodes: z.array(TreeNode).check(
    z.minLength(1),
    z.maxLength(TREE_NODES_MAX),
    z.refine(
      (nodes) => nodes.every(({ parent }, index) => parent < index && (index === 0 || parent >= 0)),
      'Each element comes after its parent',
    ),
  ),
});
export type PageTree = z.infer<typeof PageTree>;
