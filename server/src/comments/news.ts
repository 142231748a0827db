import type { NotificationType } from '@stagelink/shared/contracts/notifications';
import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import type { Said } from '../live/record.ts';
import { notifyEach } from '../notifications/service.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { type Actor, queueReplyMails } from '../replyMail/queue.ts';
import * as subscriptions from '../subscriptions/repo.ts';
import { mentioned } from './mentions.ts';
import { plainLine, UNTOLD } from './plain.ts';
import * as repo from './repo.ts';

const EXCERPT_MAX = 200;

/** Something that happened to a comment, and who did it. */
export interface Happened {
  snapshot: LiveSnapshotRow;
  comment: Pick<repo.CommentRow, 'id' | 'parentId' | 'text'>;
  by: Actor;
}

export const threadOf = ({ id, parentId }: Happened['comment']): string => parentId ?? id;

function wording({ snapshot, comment }: Happened, type: NotificationType, title: string) {
  const threadId = threadOf(comment);
  const isOpen = snapshot.passwordSealed === null;
  return (userId: string) => ({
    userId,
    type,
    title,
    message: isOpen || userId === snapshot.ownerId ? plainLine(comment.text, EXCERPT_MAX) : UNTOLD,
    actionUrl: `/s/${snapshot.id}#thread=${threadId}`,
    snapshotId: snapshot.id,
    threadId,
    commentId: comment.id,
  });
}

const telling = ({ snapshot, comment, by }: Happened) => ({
  snapshotId: snapshot.id,
  threadId: threadOf(comment),
  exceptFor: by.userId,
});

/** Whom the text calls by name, but for its author. */
async function calledBy(tx: Tx, { snapshot, comment, by }: Happened): Promise<string[]> {
  if (!comment.text.includes('@')) return [];
  const called = mentioned(comment.text, await repo.peopleOf(tx, snapshot.id));
  return called.flatMap(({ userId }) => (userId === null || userId === by.userId ? [] : [userId]));
}

/** Tells of a new thread or a reply: each person once, and who is called by name of that. */
export async function tellOfComment(
  app: App,
  tx: Tx,
  happened: Happened,
  { exceptFor = [] }: { exceptFor?: string[] } = {},
): Promise<Said[]> {
  const { snapshot, comment, by } = happened;
  const type = comment.parentId === null ? 'comment_new' : 'comment_reply';
  const verb = comment.parentId === null ? 'commented' : 'replied';
  const followers = await subscriptions.tellFollowers(tx, telling(happened));
  const called = new Set(await calledBy(tx, happened));
  const asFollower = wording(happened, type, `${by.name} ${verb} on “${snapshot.name}”`);
  const asCalled = wording(happened, type, `${by.name} mentioned you on “${snapshot.name}”`);
  const told = [...new Set([...called, ...followers])].filter((userId) => !exceptFor.includes(userId));
  const said = await notifyEach(
    app,
    tx,
    told.map((userId) => (called.has(userId) ? asCalled : asFollower)(userId)),
  );
  await queueReplyMails(app, tx, {
    kind: 'reply',
    snapshotId: snapshot.id,
    threadId: threadOf(comment),
    comment,
    by,
    told,
  });
  return said;
}

/** Tells the owner of a comment that waits for them. */
export function tellOfHeld(app: App, tx: Tx, happened: Happened): Promise<Said[]> {
  const { snapshot, by } = happened;
  const type = happened.comment.parentId === null ? 'comment_new' : 'comment_reply';
  const word = wording(
    happened,
    type,
    `A comment of ${by.name} on “${snapshot.name}” waits for your approval`,
  );
  return notifyEach(app, tx, [word(snapshot.ownerId)]);
}

export async function tellOfResolution(app: App, tx: Tx, happened: Happened): Promise<Said[]> {
  const { snapshot, comment, by } = happened;
  const followers = await subscriptions.tellThreadFollowers(tx, telling(happened));
  const word = wording(happened, 'comment_resolved', `${by.name} resolved a comment on “${snapshot.name}”`);
  const said = await notifyEach(app, tx, followers.map(word));
  await queueReplyMails(app, tx, {
    kind: 'resolved',
    snapshotId: snapshot.id,
    threadId: threadOf(comment),
    comment,
    by,
    told: followers,
  });
  return said;
}
