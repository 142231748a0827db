import type { PinTree } from '@stagelink/shared/contracts/comments';

/** Page trees that the agent has, by thread. */
export type GivenTrees = ReadonlyMap<string, PinTree>;

/** Those of one document of the preview, by its number; the next document has none. */
export interface DocumentTrees {
  documents: number;
  trees: GivenTrees;
}

const NONE: GivenTrees = new Map();
export const NO_TREES: DocumentTrees = { documents: 0, trees: NONE };

/** Returns the trees that the shown document was given. */
export const treesOf = (given: DocumentTrees, documents: number): GivenTrees =>
  given.documents === documents ? given.trees : NONE;
