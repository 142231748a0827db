import type { NotificationType } from '@stagelink/shared/contracts/notifications';
import { sentence } from '@stagelink/shared/domain/sentence';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { ChannelEvent } from '../../platform/live/publish.ts';
import { type NotificationDraft, notifyAll } from '../notifications/service.ts';
import type { EventSource } from '../webhooks/emit.ts';
import { type Actor, queueAssignmentMail, queueReplyMails } from '../replyEmails/queue.ts';
import * as follows from '../follows/repo.ts';
import { mentioned } from './mentions.ts';
import { toPlainText, HIDDEN_TEXT } from './stripMarkdown.ts';
import { peopleOf } from './peopleRepo.ts';
import type { CommentRow } from './repo.ts';

/** A notification of one user. */
export type Notice = NotificationDraft & { userId: string };

const EXCERPT_MAX = 200;

/** An action on a comment, and who did it. */
export interface CommentActivity {
  snapshot: EventSource;
  comment: Pick<CommentRow, 'id' | 'parentId' | 'text'>;
  by: Actor;
}

export const threadOf = ({ id, parentId }: CommentActivity['comment']): string => parentId ?? id;

function wording({ snapshot, comment }: CommentActivity, type: NotificationType, title: string) {
  const threadId = threadOf(comment);
  const isOpen = snapshot.passwordSealed === null;
  return (userId: string) => ({
    userId,
    type,
    title,
    message: isOpen || userId === snapshot.ownerId ? toPlainText(comment.text, EXCERPT_MAX) : HIDDEN_TEXT,
    actionUrl: `/s/${snapshot.id}#thread=${threadId}`,
    snapshotId: snapshot.id,
    threadId,
    commentId: comment.id,
  });
}

const followTargetOf = ({ snapshot, comment, by }: CommentActivity) => ({
  snapshotId: snapshot.id,
  threadId: threadOf(comment),
  exceptFor: by.userId,
});

/** Returns the users mentioned in the text, except its author. */
async function mentionedUsers(tx: Tx, { snapshot, comment, by }: CommentActivity): Promise<string[]> {
  if (!comment.text.includes('@')) return [];
  const called = mentioned(comment.text, await peopleOf(tx, snapshot.id));
  return called.flatMap(({ userId }) => (userId === null || userId === by.userId ? [] : [userId]));
}

/** Marks the followers to notify about new threads or replies, and returns those of each. */
export const followersOf = (tx: Tx, happened: readonly CommentActivity[]): Promise<string[][]> =>
  follows.markNotified(tx, happened.map(followTargetOf));

/**
 * Returns the notifications about a new thread or reply: each user once, as a mention if they are mentioned. Queues the
 * emails to people without an account.
 */
export async function noticesOfComment(
  app: App,
  tx: Tx,
  happened: CommentActivity,
  { followers, exceptFor = [] }: { followers: readonly string[]; exceptFor?: readonly string[] },
): Promise<Notice[]> {
  const { snapshot, comment, by } = happened;
  const type = comment.parentId === null ? 'comment_new' : 'comment_reply';
  const verb = comment.parentId === null ? 'commented' : 'replied';
  const called = new Set(await mentionedUsers(tx, happened));
  const asFollower = wording(happened, type, sentence`${by.name} ${verb} on “${snapshot.name}”`);
  const asCalled = wording(happened, type, sentence`${by.name} mentioned you on “${snapshot.name}”`);
  const isReply = comment.parentId !== null;
  const notifiedUserIds = [...new Set([...called, ...followers])].filter(
    (userId) => !exceptFor.includes(userId),
  );
  await queueReplyMails(app, tx, {
    kind: 'reply',
    snapshotId: snapshot.id,
    threadId: threadOf(comment),
    comment,
    by,
    notifiedUserIds,
  });
  return notifiedUserIds.map((userId) => {
    const isCalled = called.has(userId);
    return { ...(isCalled ? asCalled : asFollower)(userId), isAlert: isCalled || isReply };
  });
}

/** Returns the notification of the owner about a pending comment. */
export function noticeOfPending(happened: CommentActivity): Notice {
  const { snapshot, by } = happened;
  const type = happened.comment.parentId === null ? 'comment_new' : 'comment_reply';
  const word = wording(happened, type, sentence`${by.name} commented on “${snapshot.name}”: approval needed`);
  return word(snapshot.ownerId);
}

export async function notifyAboutResolution(
  app: App,
  tx: Tx,
  happened: CommentActivity,
): Promise<ChannelEvent[]> {
  const { snapshot, comment, by } = happened;
  const followers = await follows.markThreadFollowersNotified(tx, followTargetOf(happened));
  const word = wording(
    happened,
    'comment_resolved',
    sentence`${by.name} resolved a comment on “${snapshot.name}”`,
  );
  const events = await notifyAll(app, tx, followers.map(word));
  await queueReplyMails(app, tx, {
    kind: 'resolved',
    snapshotId: snapshot.id,
    threadId: threadOf(comment),
    comment,
    by,
    notifiedUserIds: followers,
  });
  return events;
}

/** Notifies the person a thread was assigned to: a user in the app and by email, a reviewer by email. */
export async function notifyAssignee(
  app: App,
  tx: Tx,
  happened: CommentActivity,
  { assigneeId, reviewerId }: { assigneeId: string | null; reviewerId: string | null },
): Promise<ChannelEvent[]> {
  const { snapshot, comment, by } = happened;
  if (assigneeId !== null) {
    if (assigneeId === by.userId) return [];
    const word = wording(
      happened,
      'other',
      sentence`${by.name} assigned a comment to you on “${snapshot.name}”`,
    );
    return notifyAll(app, tx, [word(assigneeId)]);
  }
  if (reviewerId !== null)
    await queueAssignmentMail(app, tx, { snapshotId: snapshot.id, commentId: comment.id, by, reviewerId });
  return [];
}
