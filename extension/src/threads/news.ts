import type { Comment } from '@stagelink/shared/contracts/comments';
import type { Thread } from '@stagelink/shared/contracts/threads';
import { count } from '@stagelink/shared/staging/words';
import { firstLine, plain } from './text.ts';

/** Something somebody else wrote that was not known of before. */
export interface News {
  comment: Comment;
  thread: Thread;
}

const commentsOf = (thread: Thread): Comment[] => [thread.comment, ...thread.replies];

export const idsOf = (threads: readonly Thread[]): string[] =>
  threads.flatMap((thread) => commentsOf(thread).map(({ id }) => id));

/** What is new among these threads to this person, oldest first. */
export function newsAmong(threads: readonly Thread[], known: ReadonlySet<string>, uid: string): News[] {
  return threads
    .flatMap((thread) => commentsOf(thread).map((comment) => ({ comment, thread })))
    .filter(({ comment }) => !known.has(comment.id) && comment.author !== uid)
    .toSorted((a, b) => a.comment.createdAt - b.comment.createdAt);
}

const nameOf = ({ authorName }: Comment) => plain(authorName) || 'Somebody';

/** One sentence on what is new, for a notification. */
export function sentenceOn(news: readonly News[]): string {
  const [first] = news;
  if (!first) return '';
  const { comment, thread } = first;
  const where = `“${plain(thread.snapshot.name)}”`;
  if (news.length > 1) return `${count(news.length, 'new comment')} on ${where}.`;
  const did = comment.id === thread.comment.id ? 'commented on' : 'replied on';
  return `${nameOf(comment)} ${did} ${where}: ${firstLine(comment.text)}`;
}
