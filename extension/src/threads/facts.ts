import type { Comment } from '@stagelink/shared/contracts/comments';
import type { Thread } from '@stagelink/shared/contracts/threads';
import { ago, count } from '@stagelink/shared/domain/format';
import { type PinState, stateOf } from '@stagelink/shared/domain/pins';
import { workText } from '@stagelink/shared/domain/workText';
import { plain } from './text.ts';

const PIN_WORDS: Partial<Record<PinState, string>> = {
  doubtful: 'pin doubtful',
  lost: 'pin lost',
  removed: 'element removed',
};

/** Who wrote a comment, and when. */
export const writer = ({ authorName, createdAt }: Comment, now: number) => [
  plain(authorName),
  ago(new Date(createdAt), new Date(now)),
];

/** Returns what the editor says beside a thread. */
export function factsOn({ comment, replies, pin }: Thread, now: number): string[] {
  const isResolved = comment.state === 'resolved';
  const work = workText(comment.work);
  const pinWords = pin && PIN_WORDS[stateOf(pin)];
  return [
    ...writer(comment, now),
    ...(replies.length === 0 ? [] : [count(replies.length, 'reply', 'replies')]),
    ...(comment.isPending ? ['pending approval'] : []),
    ...(isResolved ? ['resolved'] : []),
    ...(isResolved || work === null ? [] : [plain(work)]),
    ...(isResolved || !pinWords ? [] : [pinWords]),
  ];
}
