import type { Comment } from '@stagelink/shared/contracts/comments';

/** A top-level comment and its replies. */
export interface Thread {
  root: Comment;
  /** Oldest first. */
  replies: Comment[];
}

const byTime = (a: Comment, b: Comment) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

/** Returns the root of a comment's thread, or the comment itself if the root is missing. */
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

const lastOf = new WeakMap<Comment, Thread>();

/** Returns the same object for a thread that did not change, so that only changed ones are rendered again. */
function sameIfUnchanged(thread: Thread): Thread {
  const last = lastOf.get(thread.root);
  const { replies } = thread;
  if (last?.replies.length === replies.length && last.replies.every((each, at) => each === replies[at]))
    return last;
  lastOf.set(thread.root, thread);
  return thread;
}

/**
 * Groups comments to threads, newest first. Replies to replies, from older data, become replies to the
 * root.
 */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const threads = new Map<string, Thread>();
  for (const comment of [...byId.values()].toSorted(byTime)) {
    const root = rootOf(comment, byId);
    const thread = threads.get(root.id) ?? { root, replies: [] };
    if (comment !== root) thread.replies.push(comment);
    threads.set(root.id, thread);
  }
  return [...threads.values()].map(sameIfUnchanged).toSorted((a, b) => byTime(b.root, a.root));
}

/** Returns the thread that contains a comment; a link may name a reply. */
export const threadWith = (threads: readonly Thread[], commentId: string | null): Thread | null =>
  threads.find(({ root, replies }) => [root, ...replies].some(({ id }) => id === commentId)) ?? null;

export const FILTERS = ['unresolved', 'all'] as const;
export type Filter = (typeof FILTERS)[number];

export const isResolved = ({ root }: Thread) => root.state === 'resolved';

/** Whether a resolved thread has newer replies. */
export const hasReplySince = ({ root: { resolved }, replies }: Thread) =>
  resolved !== null && replies.some(({ createdAt }) => createdAt > resolved.at);

export const passes = (filter: Filter) => (thread: Thread) =>
  filter === 'all' || !isResolved(thread) || hasReplySince(thread);
