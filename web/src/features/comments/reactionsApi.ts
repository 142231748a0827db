import {
  type Comment,
  type Reaction,
  type ReactionCount,
  REACTIONS,
} from '@stagelink/shared/contracts/comments';
import { addReaction, removeReaction } from '@stagelink/shared/contracts/reactions';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { anonymousId, visitorName } from '../../lib/anonymousIdentity.ts';
import { call } from '../../lib/api.ts';
import { changeComment } from './api.ts';

/** Returns the reactions after the person's own was added or taken back. */
export function withOwn(
  counts: readonly ReactionCount[],
  reaction: Reaction,
  isOn: boolean,
): ReactionCount[] {
  const known = counts.find((each) => each.reaction === reaction);
  if ((known?.isMine ?? false) === isOn) return [...counts];
  const { count, names } = known ?? { count: 0, names: [] };
  const changed = { reaction, count: count + (isOn ? 1 : -1), names, isMine: isOn };
  return [...counts.filter((each) => each !== known), changed]
    .filter((each) => each.count > 0)
    .toSorted((a, b) => REACTIONS.indexOf(a.reaction) - REACTIONS.indexOf(b.reaction));
}

type Target = Pick<Comment, 'id' | 'snapshotId'>;

const withReactions =
  (id: string, change: (counts: readonly ReactionCount[]) => ReactionCount[]) => (comments: Comment[]) =>
    comments.map((each) => (each.id === id ? { ...each, reactions: change(each.reactions) } : each));

/** Adds or takes back a reaction at once. */
export async function setReaction(
  comment: Target,
  reaction: Reaction,
  isOn: boolean,
  { you }: Pick<SnapshotView, 'you'>,
): Promise<void> {
  const { id: commentId, snapshotId: id } = comment;
  const isVisitor = you.kind === 'visitor';
  const target = { id, commentId, reaction, ...(isVisitor && { anonymousUserId: anonymousId() }) };
  const named = { ...target, ...(isVisitor && { authorName: visitorName() }) };
  await changeComment(comment, {
    apply: withReactions(commentId, (counts) => withOwn(counts, reaction, isOn)),
    act: () => (isOn ? call(addReaction, named) : call(removeReaction, target)),
    taken: ({ reactions }) => withReactions(commentId, () => reactions),
  });
}
