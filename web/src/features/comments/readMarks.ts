import type { Comment } from '@stagelink/shared/contracts/comments';
import { markThreadsRead } from '@stagelink/shared/contracts/readThreads';
import { call } from '../../lib/api.ts';
import { changeComments } from './api.ts';
import { claimMark, dropUntaken, keepUntaken } from './openedThreads.ts';
import type { Thread } from './threads.ts';

const newestIn = ({ root, replies }: Thread): number =>
  Math.max(...[root, ...replies].map(({ createdAt }) => createdAt));

const marked = (threads: readonly Thread[], isRead: boolean) => (comments: Comment[]) => {
  const ids = new Set(threads.map(({ root }) => root.id));
  return comments.map((each) => (ids.has(each.id) ? { ...each, isUnread: !isRead } : each));
};

const send = (snapshotId: string, threads: readonly Thread[], isRead: boolean) =>
  call(markThreadsRead, {
    id: snapshotId,
    threads: threads.map((thread) => ({ id: thread.root.id, readUpTo: isRead ? newestIn(thread) : 0 })),
  });

/** Stores which threads of a snapshot the user has read, or has not. */
export async function markRead(snapshotId: string, threads: readonly Thread[], isRead = true): Promise<void> {
  for (const { root } of threads) dropUntaken(root);
  await changeComments(snapshotId, {
    apply: marked(threads, isRead),
    act: () => send(snapshotId, threads, isRead),
  });
}

/** Marks an open thread as read, once for each newest comment, whether the server takes the mark or not. */
export async function markOpened(snapshotId: string, thread: Thread): Promise<void> {
  const { root } = thread;
  const newest = newestIn(thread);
  if (!claimMark(root, newest)) return;
  await changeComments(snapshotId, {
    apply: marked([thread], true),
    act: () => send(snapshotId, [thread], true).catch(() => keepUntaken(root, newest)),
  });
}
