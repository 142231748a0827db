import type { Comment } from '@stagelink/shared/contracts/comments';
import { callerIn } from '../snapshots/viewApi.ts';

// What this page has done about threads that were opened in it. Times are those of their newest comments.

type Root = Pick<Comment, 'id' | 'snapshotId'>;
const keyOf = ({ id, snapshotId }: Root) => `${callerIn(snapshotId)} ${id}`;

/** Marks that were sent; each is sent once. */
const sent = new Map<string, number>();
/** Marks that the server did not take. They stay in this page, and the next visit sends them again. */
const untaken = new Map<string, number>();

/** Returns true once for each newest comment of a thread. */
export function claimMark(root: Root, newest: number): boolean {
  if ((sent.get(keyOf(root)) ?? 0) >= newest) return false;
  sent.set(keyOf(root), newest);
  return true;
}

export const keepUntaken = (root: Root, newest: number) => void untaken.set(keyOf(root), newest);

export const dropUntaken = (root: Root) => void untaken.delete(keyOf(root));

/** Returns a list in which the threads that were opened here count as read. */
export function withOpenedRead(comments: Comment[]): Comment[] {
  if (untaken.size === 0) return comments;
  const isOfThread = (root: Comment) => (each: Comment) => each.id === root.id || each.parentId === root.id;
  const isRead = (root: Comment) =>
    root.isUnread &&
    comments.filter(isOfThread(root)).every(({ createdAt }) => createdAt <= (untaken.get(keyOf(root)) ?? 0));
  return comments.map((each) => (isRead(each) ? { ...each, isUnread: false } : each));
}
