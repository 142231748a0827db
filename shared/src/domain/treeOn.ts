/** Returns the page tree that a pin is found by on a version: the newest that is not of a later one. */
export const treeOn = <T extends { version: number }>(trees: readonly T[], version: number): T | undefined =>
  trees.findLast((tree) => tree.version <= version) ?? trees[0];
