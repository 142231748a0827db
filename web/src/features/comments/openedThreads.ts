import type { Comment } from '@stagelink/shared/contracts/comments';

// What this page has done about threads that were opened in it. Times are those of their newest comments.

/** Marks that were sent; each is sent once. */
const sent = new Map<string, number>();
/** Marks that the server did not take. They stay in this page, and the next visit sends them again. */
const untaken = new Map<string, number>();

/** Returns true once for each newest comment of a thread. */
export function claimMark(threadId: string, newest: number): boolean {
  if ((sent.get(threadId) ?? 0) >= newest) return false;
  sent.set(threadId, newest);
  return true;
}

export const keepUntaken = (threadId: string, newest: number) => void untaken.set(threadId, newest);

export const dropUntaken = (threadId: string) => void untaken.delete(threadId);

/** Returns a list in which the threads that were opened here count as read. */
export function withOpenedRead(comments: Comment[]): Comment[] {
  if (untaken.size === 0) return comments;
  const isRead = ({ id, isUnread }: Comment) =>
    isUnread &&
    comments.every(
      (each) => (each.id !== id && each.parentId !== id) || each.createdAt <= (untaken.get(id) ?? 0),
    );
  return comments.map((each) => (isRead(each) ? { ...each, isUnread: false } : each));
}
