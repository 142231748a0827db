import { markThreadsRead } from '@stagelink/shared/contracts/readThreads';
import { call } from '../../lib/api.ts';
import { optimistically } from './api.ts';
import type { Thread } from './threads.ts';

const newestIn = ({ root, replies }: Thread): number =>
  Math.max(...[root, ...replies].map(({ createdAt }) => createdAt));

/** Stores which threads of a snapshot the user has read, or has not. A failure leaves the marks as they were. */
export async function markRead(snapshotId: string, threads: readonly Thread[], isRead = true): Promise<void> {
  const ids = new Set(threads.map(({ root }) => root.id));
  const marks = threads.map((thread) => ({ id: thread.root.id, readUpTo: isRead ? newestIn(thread) : 0 }));
  await optimistically(
    snapshotId,
    (comments) => comments.map((each) => (ids.has(each.id) ? { ...each, isUnread: !isRead } : each)),
    () => call(markThreadsRead, { id: snapshotId, threads: marks }),
  ).catch(() => {});
}
