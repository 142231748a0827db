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
import { changeComments, optimistically } from './api.ts';

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

/** The last request for each reaction to each comment: requests about one are sent one after the other. */
const lastSent = new Map<string, Promise<ReactionCount[]>>();

interface Change {
  reaction: Reaction;
  isOn: boolean;
  isVisitor: boolean;
}

async function send(
  { id: commentId, snapshotId: id }: Target,
  { reaction, isOn, isVisitor }: Change,
  earlier: Promise<unknown> | undefined,
): Promise<ReactionCount[]> {
  await earlier?.catch(() => undefined);
  const target = { id, commentId, reaction, ...(isVisitor && { anonymousUserId: anonymousId() }) };
  const named = { ...target, ...(isVisitor && { authorName: visitorName() }) };
  return (await (isOn ? call(addReaction, named) : call(removeReaction, target))).reactions;
}

/** Adds or takes back a reaction at once, and reverts it if the server rejects it. */
export function setReaction(
  comment: Target,
  reaction: Reaction,
  isOn: boolean,
  { you }: Pick<SnapshotView, 'you'>,
): Promise<void> {
  const { id, snapshotId } = comment;
  const key = `${id} ${reaction}`;
  return optimistically(
    snapshotId,
    withReactions(id, (counts) => withOwn(counts, reaction, isOn)),
    async () => {
      const sent = send(comment, { reaction, isOn, isVisitor: you.kind === 'visitor' }, lastSent.get(key));
      lastSent.set(key, sent);
      try {
        const reactions = await sent;
        if (lastSent.get(key) === sent)
          await changeComments(
            snapshotId,
            withReactions(id, () => reactions),
          );
      } finally {
        if (lastSent.get(key) === sent) lastSent.delete(key);
      }
    },
  );
}
