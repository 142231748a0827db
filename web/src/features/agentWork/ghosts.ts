import type { Comment } from '@stagelink/shared/contracts/comments';
import type { PlanMark } from '@stagelink/shared/contracts/threadWork';
import { treeOn } from '@stagelink/shared/domain/treeOn';
import type { Locator } from '@stagelink/shared/locator/locator';
import type { DrawnPin } from '@stagelink/shared/preview/messages';

/** Names the ghost pin of a plan's mark. Ids of comments are of version 7, so no thread has it. */
export function ghostId(threadId: string, at: number): string {
  const id = `${threadId.slice(0, 14)}8${threadId.slice(15)}`;
  return id.slice(0, -2) + at.toString(16).padStart(2, '0');
}

const NO_QUOTE = { text: '', rare: [] };

/** Describes no element of the page: only a page tree says where such a pin is. */
const anyElement = (locator: Locator): Locator => ({
  ...locator,
  elementSelector: '',
  tag: 'x-none',
  attributes: {},
  own: [],
  classes: [],
  role: '',
  name: NO_QUOTE,
  text: NO_QUOTE,
  circles: [],
  path: [],
  dialog: null,
});

interface MarkedIn {
  threads: readonly Comment[];
  version: number;
}

function ghostOf(mark: PlanMark, id: string, { threads, version }: MarkedIn): DrawnPin[] {
  const base = threads.find((root) => root.id === mark.thread);
  if (!base?.locator) return [];
  const kept = treeOn(base.trees, version);
  if (mark.node !== undefined && !kept) return [];
  const node = mark.node ?? kept?.node;
  return [
    {
      id,
      number: null,
      locator: mark.node === undefined ? base.locator : anyElement(base.locator),
      actions: base.actions,
      isResolved: false,
      isCurrent: false,
      ghost: mark.label,
      ...(kept && node !== undefined && { tree: { hash: kept.hash, node }, isTreeExpected: true }),
    },
  ];
}

const PLANNED = new Set(['proposed', 'accepted', 'inProgress']);

/** The proposal of a thread that is not carried out yet. */
export const planOf = ({ work }: Comment) => (work && PLANNED.has(work.state) ? work.plan : null);

/** Returns the ghost pins of a thread's proposal. A mark whose element nothing describes has none. */
export const ghostsOf = (root: Comment, marked: MarkedIn): DrawnPin[] =>
  planOf(root)?.marks.flatMap((mark, at) => ghostOf(mark, ghostId(root.id, at), marked)) ?? [];
