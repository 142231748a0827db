import { assignThread, listAssignees } from '@stagelink/shared/contracts/assignments';
import {
  type Comment,
  deleteComment,
  type Reaction,
  type ReactionCount,
  REACTIONS,
} from '@stagelink/shared/contracts/comments';
import * as follows from '@stagelink/shared/contracts/follows';
import { addReaction, removeReaction } from '@stagelink/shared/contracts/reactions';
import { type CommentPolicy, updateSnapshot, type SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useQuery } from '@tanstack/react-query';
import { anonymousId, visitorName } from '../../lib/anonymousIdentity.ts';
import { call } from '../../lib/api.ts';
import { unlessGone } from '../../lib/query/changes.ts';
import { invalidateSnapshotView } from '../snapshots/viewApi.ts';
import { changeComment, proof, update, without, withFields, upserted } from './api.ts';

// What people do with a thread and its comments, besides writing them.

export const editComment = (comment: Comment, text: string) => update(comment, { text }, { text });

export const approve = (comment: Comment) => update(comment, { isPending: false }, { isPending: false });

export async function removeComment(comment: Comment): Promise<void> {
  const { id, snapshotId } = comment;
  await changeComment(comment, {
    apply: without(id),
    act: () => unlessGone(call(deleteComment, { id: snapshotId, commentId: id, ...proof(comment) })),
  });
}

export async function followThread(comment: Comment, isOn: boolean): Promise<void> {
  const { id, snapshotId } = comment;
  await changeComment(comment, {
    apply: withFields(id, { following: isOn ? 'active' : 'paused' }),
    act: () => call(isOn ? follows.followThread : follows.unfollowThread, { id: snapshotId, commentId: id }),
  });
}

export async function setCommentPolicy(snapshotId: string, commentPolicy: CommentPolicy): Promise<void> {
  await call(updateSnapshot, { id: snapshotId, commentPolicy });
  await invalidateSnapshotView(snapshotId);
}

/** Who may be assigned changes with every comment, so each form reads it again. */
export const useAssignees = (snapshotId: string) =>
  useQuery({
    queryKey: ['assignees', snapshotId],
    queryFn: async () => (await call(listAssignees, { id: snapshotId })).people,
    staleTime: 0,
  });

export async function assign(
  comment: Comment,
  { assignee, dueOn }: Pick<Comment, 'assignee' | 'dueOn'>,
): Promise<void> {
  const { id, snapshotId } = comment;
  await changeComment(comment, {
    apply: withFields(id, { assignee, dueOn }),
    act: () => call(assignThread, { id: snapshotId, commentId: id, assignee: assignee?.id ?? null, dueOn }),
    taken: (reply) => upserted(reply.comment),
  });
}

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
