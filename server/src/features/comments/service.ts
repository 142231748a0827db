import type { CountedRequest } from '../../platform/http/principal.ts';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { updateComment } from '@stagelink/shared/contracts/comments';
import {
  COMMENT_BYTES,
  COMMENTS_PER_SNAPSHOT,
  VISITOR_COMMENT_BYTES,
} from '@stagelink/shared/contracts/limits';
import type { IncomingMessage } from 'node:http';
import { uuidv7 } from 'uuidv7';
import type { Access } from '../access/access.ts';
import * as analytics from '../analytics/service.ts';
import type { App } from '../../platform/context.ts';
import * as attachments from '../attachments/repo.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import type { Actor } from '../replyEmails/queue.ts';
import { noteWriter } from '../replyEmails/service.ts';
import { type LiveEvent, snapshotChannel, userChannel } from '../../platform/live/events.ts';
import {
  listsChangedEvent,
  publishAll,
  type ChannelEvent,
  publishToOwner,
} from '../../platform/live/publish.ts';
import * as notifications from '../notifications/repo.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { lockSnapshot } from '../snapshots/service.ts';
import * as follows from '../follows/repo.ts';
import { COMMENT, type Draft, receiveDraft } from './draft.ts';
import { filesWithinLimits } from './files.ts';
import { notifyAboutComment, notifyAboutPending, notifyAboutResolution, threadOf } from './notify.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';
import { commenterFor } from './commenter.ts';
import { hashVisitor, newVisitor, visitorOf } from './visitor.ts';

const NO_COMMENT = 'That comment';

const noVersion = () => new AppError('invalid_input', 'This version does not exist.', { field: 'version' });

type CommentEventType = 'comment_created' | 'comment_updated' | 'comment_deleted';

/** Returns the events for everyone who may see a comment: for a pending one only its owner. */
export function eventsFor(
  { id, ownerId }: LiveSnapshotRow,
  type: CommentEventType,
  commentId: string,
  isPending: boolean,
): ChannelEvent[] {
  const event: LiveEvent = { type, snapshotId: id, commentId };
  const owners = { channel: userChannel(ownerId), event };
  return isPending ? [owners] : [owners, { channel: snapshotChannel(id), event }];
}

/** Publishes an action on a comment. The owner's window on the snapshot gets public events only. */
export async function publishToViewers(
  tx: Tx,
  { snapshotId, isPending }: Pick<repo.CommentRow, 'snapshotId' | 'isPending'>,
  events: ChannelEvent[],
): Promise<void> {
  if (isPending) await publishToOwner(tx, snapshotId);
  await publishAll(tx, events);
}

/**
 * Locks the commenter's account and these, then the snapshot, in the lock order of a deletion. Throws
 * `unauthenticated` when the commenter's own account has been deleted since the access check.
 */
export async function lockSnapshotAs(
  tx: Tx,
  snapshotId: string,
  { userId }: policy.Commenter,
  others: readonly (string | null)[] = [],
): Promise<LiveSnapshotRow> {
  const ids = new Set([...others, userId].filter((id) => id !== null));
  const locked = await notifications.lockRecipients(tx, [...ids]);
  if (userId !== null && locked.every(({ id }) => id !== userId)) {
    throw new AppError('unauthenticated', 'Please log in first.');
  }
  return lockSnapshot(tx, snapshotId);
}

/** Locks the accounts that the change may notify, too. */
export async function lockSnapshotAndPeople(
  tx: Tx,
  snapshotId: string,
  commenter: policy.Commenter,
): Promise<LiveSnapshotRow> {
  const known = await repo.peopleOf(tx, snapshotId);
  return lockSnapshotAs(
    tx,
    snapshotId,
    commenter,
    known.map(({ userId }) => userId),
  );
}

/** Returns a comment visible to this commenter; throws `not_found` otherwise. */
export async function visible(
  tx: Tx | App['db'],
  commenter: policy.Commenter,
  snapshotId: string,
  id: string,
): Promise<repo.CommentRow> {
  const row = await repo.find(tx, snapshotId, id, commenter);
  if (!row || !policy.canSee(row, commenter)) throw notFound(NO_COMMENT);
  return row;
}

/** Returns the thread of a visible comment. */
export async function thread(
  app: App,
  { snapshot }: Access,
  commenter: policy.Commenter,
  id: string,
): Promise<repo.CommentRow[]> {
  const row = await visible(app.db, commenter, snapshot.id, id);
  const rows = await repo.ofThread(app.db, row, commenter);
  return rows.filter((each) => policy.canSee(each, commenter));
}

export function assertMayComment({ commentPolicy }: LiveSnapshotRow, commenter: policy.Commenter): void {
  if (!policy.canComment(commentPolicy, commenter)) {
    throw new AppError('forbidden', 'Sign in to comment on this snapshot.');
  }
}

function assertCapacity({ hasVersion, comments }: repo.CommentCapacity): void {
  if (!hasVersion) throw noVersion();
  if (comments >= COMMENTS_PER_SNAPSHOT) {
    throw new AppError(
      'conflict',
      `This snapshot has ${COMMENTS_PER_SNAPSHOT} comments, which is the maximum.`,
    );
  }
}

/** A given version must be visible to the commenter. */
export async function assertVersion(
  tx: Tx,
  { id }: LiveSnapshotRow,
  { isOwner }: policy.Commenter,
  version: number | undefined,
): Promise<void> {
  if (version !== undefined && !(await repo.hasVersion(tx, id, version, isOwner))) throw noVersion();
}

/** Throws if the comments now exceed the total size; the transaction then rolls back. */
export async function assertCommentBytes(
  tx: Tx,
  { id }: LiveSnapshotRow,
  commenter: policy.Commenter,
): Promise<void> {
  const used = await repo.bytesOn(tx, id);
  if (used.all > COMMENT_BYTES || (policy.isVisitor(commenter) && used.visitors > VISITOR_COMMENT_BYTES)) {
    throw new AppError(
      'conflict',
      'The comments on this snapshot have reached their total size. The owner can delete some.',
    );
  }
}

/** Returns the thread that accepts a reply. */
async function findReplyable(
  tx: Tx,
  snapshot: LiveSnapshotRow,
  commenter: policy.Commenter,
  parentId: string,
): Promise<repo.CommentRow> {
  const parent = await visible(tx, commenter, snapshot.id, parentId);
  if (policy.permissionsFor(parent, commenter, snapshot.commentPolicy).reply) return parent;
  const why = parent.isPending ? 'This comment must be approved first.' : 'Replies cannot have replies.';
  throw new AppError('invalid_input', why, { field: 'parentId' });
}

const NO_PIN = {
  elementSelector: null,
  elementX: null,
  elementY: null,
  locator: null,
  selection: null,
  actions: null,
};

/** Returns the pin's position. API clients may send a selector or a point without a locator. */
function pinOf({ parentId, locator, selection, actions, ...fields }: Draft['fields']) {
  const isReply = parentId !== undefined;
  const elementSelector = fields.elementSelector ?? locator?.elementSelector ?? null;
  const elementX = fields.elementX ?? locator?.elementCoordinates.x ?? null;
  const elementY = fields.elementY ?? locator?.elementCoordinates.y ?? null;
  if (isReply) return { hasPin: false, ...NO_PIN };
  const hasPin = elementSelector !== null || (elementX !== null && elementY !== null);
  const found = locator
    ? { locator, selection: selection ?? null, actions: actions ?? null }
    : { locator: null, selection: null, actions: null };
  return { hasPin, elementSelector, elementX, elementY, ...found };
}

/** Returns the author columns. */
function authorOf(
  app: App,
  snapshotId: string,
  commenter: policy.Commenter,
  { authorName = '' }: Draft['fields'],
  secret: string,
) {
  const { userId, reviewer, name } = commenter;
  const isVisitor = policy.isVisitor(commenter);
  return {
    authorId: userId,
    reviewerId: userId === null ? (reviewer?.id ?? null) : null,
    anonymousHash: isVisitor ? hashVisitor(app, snapshotId, secret) : null,
    authorName: name ?? (authorName || repo.ANONYMOUS),
  };
}

type AuthorOf = Pick<repo.CommentRow, 'authorId' | 'authorName' | 'anonymousHash'>;

/** Returns the actor as notifications name them. */
export const actorOf = (
  { authorId: userId, authorName: name, anonymousHash }: AuthorOf,
  { isVerified, reviewer }: policy.Commenter,
): Actor => ({
  userId,
  name,
  anonymousHash,
  reviewerEmail: userId === null ? (reviewer?.email ?? null) : null,
  isVerified: isVerified || reviewer !== null,
});

async function publishCreated(
  app: App,
  tx: Tx,
  snapshot: LiveSnapshotRow,
  { comment, commenter }: { comment: repo.NewComment; commenter: policy.Commenter },
): Promise<void> {
  const { id, isPending } = comment;
  const happened = { snapshot, comment, by: actorOf(comment, commenter) };
  const notified = await (isPending ? notifyAboutPending : notifyAboutComment)(app, tx, happened);
  await publishToViewers(tx, comment, [
    ...eventsFor(snapshot, 'comment_created', id, isPending),
    ...notified,
  ]);
}

const REOPENED = { resolvedAt: null, resolvedBy: null, resolvedVersion: null };

async function reopen(tx: Tx, snapshot: LiveSnapshotRow, thread: repo.CommentRow): Promise<void> {
  await repo.update(tx, thread.id, REOPENED);
  await publishToViewers(tx, thread, eventsFor(snapshot, 'comment_updated', thread.id, thread.isPending));
}

interface PostResult {
  id: string;
  commenter: policy.Commenter;
  /** The new secret of a visitor's browser. */
  secret: string | null;
}

type VisitorCount = 'peek' | 'consume';

/** Counts per address first: one that floods a snapshot is stopped before it uses up the shared limit. */
async function limitVisitors(
  { rateLimits }: App,
  act: VisitorCount,
  { snapshot }: Access,
  commenter: policy.Commenter,
  address: string,
): Promise<void> {
  if (!policy.countsAsVisitor(commenter)) return;
  await rateLimits[act]('visitorAddressComments', `${snapshot.id} ${address}`);
  await rateLimits[act]('visitorComments', snapshot.id);
}

/** Writes a comment with its events and notifications in the caller's transaction. */
export async function write(
  app: App,
  tx: Tx,
  access: Access,
  context: CountedRequest,
  draft: Draft,
): Promise<PostResult> {
  const { fields } = draft;
  const secret = fields.anonymousUserId ?? visitorOf(context.request) ?? newVisitor();
  const commenter = commenterFor(app, access, context, secret);
  const snapshot = await lockSnapshotAndPeople(tx, access.snapshot.id, commenter);
  assertMayComment(snapshot, commenter);

  const id = fields.id ?? uuidv7();
  const posted = { id, commenter, secret: policy.isVisitor(commenter) ? secret : null };
  const version = fields.version ?? snapshot.version;
  const room = await repo.capacityFor(tx, { id, snapshotId: snapshot.id, version }, commenter.isOwner);
  if (room.isTaken) {
    const taken = await repo.find(tx, snapshot.id, id);
    // Sent again: keep the first one.
    if (taken && policy.isAuthor(taken, commenter)) return posted;
    throw new AppError('conflict', 'A comment with this id already exists.', { field: 'id' });
  }
  assertCapacity(room);
  const sender = { commenter, address: context.address };
  const files = await filesWithinLimits(app, tx, snapshot, sender, draft.files);
  const parentId = fields.parentId ?? null;
  const parent = parentId === null ? null : await findReplyable(tx, snapshot, commenter, parentId);
  await limitVisitors(app, 'consume', access, commenter, context.address);

  const comment: repo.NewComment = {
    id,
    snapshotId: snapshot.id,
    parentId,
    ...authorOf(app, snapshot.id, commenter, fields, secret),
    text: fields.text,
    isPending: policy.needsApproval(snapshot.commentPolicy, commenter),
    version,
    ...pinOf(fields),
    context: fields.context ?? null,
  };
  await repo.insert(tx, comment);
  await assertCommentBytes(tx, snapshot, commenter);
  await attachments.insert(tx, id, files);
  const { userId } = commenter;
  if (userId !== null) {
    const thread = { snapshotId: snapshot.id, commentId: threadOf(comment) };
    await follows.insert(tx, { ...thread, id: uuidv7(), userId });
  }
  const type = parentId === null ? 'comment_posted' : 'comment_replied';
  await analytics.record(tx, { type, userId, data: { snapshotId: snapshot.id } });
  await noteWriter(tx, snapshot, comment);
  await publishCreated(app, tx, snapshot, { comment, commenter });
  if (parent?.resolvedAt && commenter.isOwner) await reopen(tx, snapshot, parent);
  return posted;
}

export interface VisibleComment {
  row: repo.CommentRow;
  commenter: policy.Commenter;
}

/** Throws before anything is read or written, if this person may not comment now. Returns the person. */
export async function assertMayPost(
  app: App,
  access: Access,
  context: CountedRequest,
): Promise<policy.Commenter> {
  const early = commenterFor(app, access, context);
  assertMayComment(access.snapshot, early);
  await limitVisitors(app, 'peek', access, early, context.address);
  return early;
}

/** Stores a comment with its files, events and notifications in one transaction. */
export async function post(
  app: App,
  access: Access,
  context: CountedRequest,
  request: IncomingMessage,
): Promise<VisibleComment & Pick<PostResult, 'secret'>> {
  const skipsTrash = policy.countsAsVisitor(await assertMayPost(app, access, context));
  const { id, commenter, secret } = await receiveDraft(
    app,
    request,
    { ...COMMENT, skipsTrash },
    (tx, draft) => write(app, tx, access, context, draft),
  );
  return { row: await visible(app.db, commenter, access.snapshot.id, id), commenter, secret };
}

type UpdateCommentInput = Parsed<typeof updateComment>;

function assertRights(
  { text, state, isPending }: UpdateCommentInput,
  row: repo.CommentRow,
  rights: policy.Permissions,
): void {
  const may =
    (text === undefined || rights.edit) &&
    (state === undefined || rights.resolve) &&
    // Approving twice is fine.
    (isPending === undefined || rights.approve || (!row.isPending && rights.resolve));
  if (!may) throw new AppError('forbidden', 'You do not have permission to make this change to the comment.');
}

/** Returns whether a thread is resolved without a reply since; otherwise it can be resolved again. */
async function isSettled(tx: Tx, { id, resolvedAt }: repo.CommentRow): Promise<boolean> {
  return resolvedAt !== null && !(await repo.hasReplySince(tx, id, resolvedAt));
}

async function toPatch(
  tx: Tx,
  row: repo.CommentRow,
  wish: UpdateCommentInput,
  byName: string,
  version: number,
): Promise<repo.CommentPatch> {
  const { text, state } = wish;
  const patch: repo.CommentPatch = {};
  if (text !== undefined && text !== row.text) Object.assign(patch, { text, editedAt: new Date() });
  if (state === 'resolved' && !(await isSettled(tx, row))) {
    Object.assign(patch, { resolvedAt: new Date(), resolvedBy: byName, resolvedVersion: version });
  }
  if (state === 'published' && row.resolvedAt !== null) Object.assign(patch, REOPENED);
  return patch;
}

async function approve(
  app: App,
  tx: Tx,
  snapshot: LiveSnapshotRow,
  { row, commenter }: VisibleComment,
): Promise<ChannelEvent[]> {
  await repo.approve(tx, row);
  // The owner is responsible for what they approve.
  const by = actorOf(row, { ...commenter, reviewer: null });
  const happened = { snapshot, comment: row, by };
  // The owner has read it when approving.
  const notified = await notifyAboutComment(app, tx, happened, { exceptFor: [snapshot.ownerId] });
  return [...eventsFor(snapshot, 'comment_created', row.id, false), ...notified];
}

async function apply(
  app: App,
  tx: Tx,
  snapshot: LiveSnapshotRow,
  { row, commenter }: VisibleComment,
  wish: UpdateCommentInput,
): Promise<void> {
  const version = wish.version ?? snapshot.version;
  await assertVersion(tx, snapshot, commenter, wish.version);
  const byName = commenter.name ?? repo.ANONYMOUS;
  const patch = await toPatch(tx, row, wish, byName, version);
  const events: ChannelEvent[] = [];
  if (Object.keys(patch).length > 0) {
    await repo.update(tx, row.id, patch);
    if (patch.text !== undefined) await assertCommentBytes(tx, snapshot, commenter);
    events.push(...eventsFor(snapshot, 'comment_updated', row.id, row.isPending));
  }
  if (patch.resolvedAt) {
    const { userId } = commenter;
    const by = actorOf({ authorId: userId, authorName: byName, anonymousHash: null }, commenter);
    events.push(...(await notifyAboutResolution(app, tx, { snapshot, comment: row, by })));
    await analytics.record(tx, { type: 'comment_resolved', userId, data: { snapshotId: snapshot.id } });
  }
  if (wish.isPending === false && row.isPending)
    events.push(...(await approve(app, tx, snapshot, { row: { ...row, ...patch }, commenter })));
  if (events.length > 0) await publishToViewers(tx, row, events);
}

/** Updates a comment as far as the commenter may. Unchanged fields publish nothing. */
export async function change(
  app: App,
  access: Access,
  commenter: policy.Commenter,
  wish: UpdateCommentInput,
): Promise<repo.CommentRow> {
  await app.db.transaction(async (tx) => {
    const snapshot = await lockSnapshotAndPeople(tx, access.snapshot.id, commenter);
    const row = await visible(tx, commenter, snapshot.id, wish.commentId);
    assertRights(wish, row, policy.permissionsFor(row, commenter, snapshot.commentPolicy));
    await apply(app, tx, snapshot, { row, commenter }, wish);
  });
  return visible(app.db, commenter, access.snapshot.id, wish.commentId);
}

/** Deletes a comment and, for a thread, its replies. */
export async function remove(
  app: App,
  access: Access,
  commenter: policy.Commenter,
  id: string,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const snapshot = await lockSnapshot(tx, access.snapshot.id);
    const row = await visible(tx, commenter, snapshot.id, id);
    if (!policy.permissionsFor(row, commenter, snapshot.commentPolicy).remove) {
      throw new AppError('forbidden', 'You do not have permission to delete this comment.');
    }
    const notified = await notifications.unreadRecipients(tx, id);
    await repo.remove(tx, row);
    await publishToViewers(tx, row, [
      ...eventsFor(snapshot, 'comment_deleted', id, row.isPending),
      ...notified.map((userId) => listsChangedEvent(userChannel(userId))),
    ]);
  });
}
