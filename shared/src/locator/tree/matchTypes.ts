/** What is known of an element of the old page on the new one. */
export interface NodeMatch {
  /** Index in the new tree; null without a counterpart. */
  now: number | null;
  /** How alike the two are, with all that is around them, 0 to 1. */
  weight: number;
  /** Lead over the next best pair that contains one of the two, 0 to 1. */
  lead: number;
  /** What the nodes around it say: 1 when matched to those around its counterpart, -1 to others, 0 when they are silent. */
  neighbours: { parent: Opinion; before: Opinion; after: Opinion; inside: Opinion };
  /** Its parent and both neighbours are matched, and nothing is left between them. */
  isGone: boolean;
}

export type Opinion = -1 | 0 | 1;
