import type { Comment } from '@stagelink/shared/contracts/comments';

/** A comment that began something, and what was answered. */
export interface Thread {
  root: Comment;
  /** Oldest first. */
  replies: Comment[];
}

const byTime = (a: Comment, b: Comment) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

/** The comment that began the thread of this one; itself when that is gone. */
function rootOf(comment: Comment, byId: ReadonlyMap<string, Comment>): Comment {
  const seen = new Set([comment.id]);
  let root = comment;
  while (root.parentId !== null) {
    const parent = byId.get(root.parentId);
    if (!parent) break;
    if (seen.has(parent.id)) return comment;
    seen.add(parent.id);
    root = parent;
  }
  return root;
}

/** Threads newest first; replies to replies, which older data may hold, are replies to the thread. */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const threads = new Map<string, Thread>();
  for (const comment of [...byId.values()].toSorted(byTime)) {
    const root = rootOf(comment, byId);
    const thread = threads.get(root.id) ?? { root, replies: [] };
    if (comment !== root) thread.replies.push(comment);
    threads.set(root.id, thread);
  }
  return [...threads.values()].toSorted((a, b) => byTime(b.root, a.root));
}

/** The thread this comment is in: a link may name a reply. */
export const threadWith = (threads: readonly Thread[], commentId: string | null): Thread | null =>
  threads.find(({ root, replies }) => [root, ...replies].some(({ id }) => id === commentId)) ?? null;

export const FILTERS = ['unresolved', 'all'] as const;
export type Filter = (typeof FILTERS)[number];

export const isResolved = ({ root }: Thread) => root.state === 'resolved';

/** Whether a resolved thread has been answered since. */
export const hasReplySince = ({ root: { resolved }, replies }: Thread) =>
  resolved !== null && replies.some(({ createdAt }) => createdAt > resolved.at);

export const passes = (filter: Filter) => (thread: Thread) =>
  filter === 'all' || !isResolved(thread) || hasReplySince(thread);
