import type { Comment } from '@stagelink/shared/contracts/comments';
import type { Thread } from '@stagelink/shared/contracts/threads';
import { count } from '@stagelink/shared/domain/format';
import { firstLine, plain } from './text.ts';

/** A comment by another person that this workspace did not know. */
export interface NewComment {
  comment: Comment;
  thread: Thread;
}

const commentsOf = (thread: Thread): Comment[] => [thread.comment, ...thread.replies];

export const idsOf = (threads: readonly Thread[]): string[] =>
  threads.flatMap((thread) => commentsOf(thread).map(({ id }) => id));

/** Returns the comments that are new to this user, oldest first. */
export function findNewComments(
  threads: readonly Thread[],
  known: ReadonlySet<string>,
  uid: string,
): NewComment[] {
  return threads
    .flatMap((thread) => commentsOf(thread).map((comment) => ({ comment, thread })))
    .filter(({ comment }) => !known.has(comment.id) && comment.author !== uid)
    .toSorted((a, b) => a.comment.createdAt - b.comment.createdAt);
}

const nameOf = ({ authorName }: Comment) => plain(authorName) || 'Someone';

/** Returns one sentence for a notification. */
export function notificationText(newComments: readonly NewComment[]): string {
  const [first] = newComments;
  if (!first) return '';
  const { comment, thread } = first;
  const where = `“${plain(thread.snapshot.name)}”`;
  if (newComments.length > 1) return `${count(newComments.length, 'new comment')} on ${where}.`;
  const did = comment.id === thread.comment.id ? 'commented on' : 'replied on';
  return `${nameOf(comment)} ${did} ${where}: ${firstLine(comment.text)}`;
}
