import type { PinTree } from '@stagelink/shared/contracts/comments';

/** Page trees that the agent has, by thread. */
export type GivenTrees = ReadonlyMap<string, PinTree>;

/** Those of one document of the preview, by its number; the next document has none. */
export interface DocumentTrees {
  documents: number;
  trees: GivenTrees;
  /** Threads whose page tree the agent will not get. */
  missing: ReadonlySet<string>;
}

export const NO_TREES: DocumentTrees = { documents: 0, trees: new Map(), missing: new Set() };

/** Returns what the shown document was given. */
export const givenTo = (documents: number, given: DocumentTrees): DocumentTrees =>
  given.documents === documents ? given : { ...NO_TREES, documents };
