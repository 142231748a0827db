/** Limits of a page tree, in nodes or characters. Free of dependencies, for the preview agent. */

export const TREE_NODES_MAX = 4000;
export const TREE_TEXT_MAX = 120;
export const TREE_NAME_MAX = 80;
export const TREE_CLASSES_MAX = 12;
export const TREE_CLASS_MAX = 60;
/** The character in a text where a child of its element is. */
export const CHILD = '\uFFFC';
/** Bytes of a tree as deflated JSON. */
export const TREE_BYTES = 60_000;
/** Bytes of its JSON, which bounds what is inflated. */
export const TREE_JSON_BYTES = 1_500_000;

/**
 * Attributes that distinguish elements. Of `href` and `src` only the last segment of the path is kept; `shape` is the
 * first path of a drawing.
 */
export const TREE_ATTRIBUTES = [
  'role',
  'aria-label',
  'alt',
  'title',
  'name',
  'type',
  'placeholder',
  'data-testid',
  'href',
  'src',
  'shape',
] as const;
