/** What is known of an element of the old page on the new one. */
export type NodeMatch = Match | Unmatched;

interface Unmatched {
  now: null;
  /** Its parent and both neighbours are matched, and nothing is left between them. */
  isGone: boolean;
}

export interface Match {
  /** Index in the new tree. */
  now: number;
  /** How alike the two are, with all that is around them: 0 to 1, and up to a hundredth more in the same place. */
  weight: number;
  /** Weight of the match of its parent; 0 without a counterpart. */
  parentWeight: number;
  /** Lead over the next best pair that contains one of the two, 0 to 1. */
  lead: number;
  /** What the nodes around it say: 1 when matched to those around its counterpart, -1 to others, 0 when they are silent. */
  neighbours: { parent: Opinion; before: Opinion; after: Opinion; inside: Opinion };
  /** Share of its words that its counterpart has, 0 to 1; null where one of them has none. */
  words: number | null;
  /** Whether both have the same tag; all headings count as one. */
  isSameTag: boolean;
  /** Nothing is written in one of them, there are more of their kind, and all that names them is different. */
  isOtherName: boolean;
  /** There are other elements with the same words, in another number, and nothing around says which it is. */
  isAmongTwins: boolean;
  /** It is in one of several equal blocks, and that one is in another place than before. */
  isInTwin: boolean;
  /** It is the only one of its kind in a block that is surely the same. */
  isOnlyOne: boolean;
  /** Both have an id, a name or an address that no other element of either page has. */
  isNamed: boolean;
  /** Both are a value, such as a number, and have the same caption: the words beside it. */
  isCaptioned: boolean;
  /** Only the caption is the same. */
  isOtherValue: boolean;
  /** It is the only title, header, navigation, form or the like of both pages. */
  isLandmark: boolean;
  /** The block around it, or the one around that, has no counterpart. */
  isUprooted: boolean;
  /** It is, or is in, an item of a list whose place another item has taken. */
  isReplaced: boolean;
  /** It is, or is in, a row or section whose place another one has taken, as the first cell or the title says. */
  isOtherPart: boolean;
  /** It has no counterpart; this is that of its only content, of what it is alone in, or of the only field in it. */
  isStandIn: boolean;
}

export type Opinion = -1 | 0 | 1;
