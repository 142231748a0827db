import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { updateComment } from '@stagelink/shared/contracts/comments';
import {
  ATTACHMENTS_BYTES,
  COMMENT_BYTES,
  COMMENTS_PER_SNAPSHOT,
  VISITOR_ATTACHMENTS_BYTES,
  VISITOR_COMMENT_BYTES,
} from '@stagelink/shared/contracts/limits';
import type { IncomingMessage } from 'node:http';
import { uuidv7 } from 'uuidv7';
import type { Access, Asker } from '../access/access.ts';
import * as analytics from '../analytics/service.ts';
import type { App } from '../app.ts';
import * as attachments from '../attachments/repo.ts';
import type { Tx } from '../db/db.ts';
import { AppError, notFound } from '../http/errors.ts';
import type { Actor } from '../replyMail/queue.ts';
import { noteWriter } from '../replyMail/service.ts';
import { type LiveEvent, snapshotChannel, userChannel } from '../live/events.ts';
import { listsChanged, recordEach, type Said, tellOwner } from '../live/record.ts';
import * as notifications from '../notifications/repo.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { hold } from '../snapshots/service.ts';
import * as subscriptions from '../subscriptions/repo.ts';
import { COMMENT, type Draft, receiveDraft } from './draft.ts';
import { tellOfComment, tellOfHeld, tellOfResolution, threadOf } from './news.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';
import { speakerOf } from './speaker.ts';
import { hashVisitor, newVisitor, visitorOf } from './visitor.ts';

const NO_COMMENT = 'That comment';

const noVersion = () => new AppError('invalid_input', 'There is no such version.', { field: 'version' });

type Word = 'comment_created' | 'comment_updated' | 'comment_deleted';

/** What the windows of everybody who may see a comment are told. What is held is told to its owner only. */
export function saidOf(
  { id, ownerId }: LiveSnapshotRow,
  type: Word,
  commentId: string,
  isHeld: boolean,
): Said[] {
  const event: LiveEvent = { type, snapshotId: id, commentId };
  const owners = { channel: userChannel(ownerId), event };
  return isHeld ? [owners] : [owners, { channel: snapshotChannel(id), event }];
}

/** Tells what happened to a comment. The owner's window on the snapshot follows only what everybody may hear. */
export async function tellWindows(
  tx: Tx,
  { snapshotId, isHeld }: Pick<repo.CommentRow, 'snapshotId' | 'isHeld'>,
  said: Said[],
): Promise<void> {
  if (isHeld) await tellOwner(tx, snapshotId);
  await recordEach(tx, said);
}

/** A comment that this person can see; anything else looks as if it did not exist. */
export async function visible(
  tx: Tx | App['db'],
  speaker: policy.Speaker,
  snapshotId: string,
  id: string,
): Promise<repo.CommentRow> {
  const row = await repo.find(tx, snapshotId, id, speaker.userId);
  if (!row || !policy.canSee(row, speaker)) throw notFound(NO_COMMENT);
  return row;
}

/** The thread of a comment that this person can see. */
export async function thread(
  app: App,
  { snapshot }: Access,
  speaker: policy.Speaker,
  id: string,
): Promise<repo.CommentRow[]> {
  const row = await visible(app.db, speaker, snapshot.id, id);
  const rows = await repo.ofThread(app.db, row, speaker.userId);
  return rows.filter((each) => policy.canSee(each, speaker));
}

function assertMayComment({ commentPolicy }: LiveSnapshotRow, speaker: policy.Speaker): void {
  if (!policy.canComment(commentPolicy, speaker)) {
    throw new AppError('forbidden', 'Only people with an account may comment on this snapshot.');
  }
}

function assertRoom({ hasVersion, comments }: repo.Room): void {
  if (!hasVersion) throw noVersion();
  if (comments >= COMMENTS_PER_SNAPSHOT) {
    throw new AppError(
      'conflict',
      `This snapshot has ${COMMENTS_PER_SNAPSHOT} comments, the most there can be.`,
    );
  }
}

/** Where one is named, they can look at it. */
export async function assertVersion(
  tx: Tx,
  { id }: LiveSnapshotRow,
  { isOwner }: policy.Speaker,
  version: number | undefined,
): Promise<void> {
  if (version !== undefined && !(await repo.hasVersion(tx, id, version, isOwner))) throw noVersion();
}

/** The files there is room for. Without room a pin's picture is left out; what was attached is refused. */
export async function filesWithRoom(
  tx: Tx,
  { id }: LiveSnapshotRow,
  speaker: policy.Speaker,
  files: Draft['files'],
): Promise<Draft['files']> {
  if (files.length === 0) return files;
  const used = await attachments.bytesOn(tx, id);
  const forVisitors = policy.isVisitor(speaker) ? VISITOR_ATTACHMENTS_BYTES - used.visitors : Infinity;
  const room = Math.min(ATTACHMENTS_BYTES - used.all, forVisitors);
  const sizeOf = (some: Draft['files']) => some.reduce((sum, { size }) => sum + size, 0);
  if (sizeOf(files) <= room) return files;
  const attached = files.filter(({ isCrop }) => !isCrop);
  if (attached.length > 0 && sizeOf(attached) > room) {
    throw new AppError('too_large', 'The comments on this snapshot have too many files together.', {
      field: 'attachments',
    });
  }
  return attached;
}

/** Throws when the comments as they now are have too many bytes together; the transaction then writes nothing. */
export async function assertCommentBytes(
  tx: Tx,
  { id }: LiveSnapshotRow,
  speaker: policy.Speaker,
): Promise<void> {
  const used = await repo.bytesOn(tx, id);
  if (used.all > COMMENT_BYTES || (policy.isVisitor(speaker) && used.visitors > VISITOR_COMMENT_BYTES)) {
    throw new AppError(
      'conflict',
      'The comments on this snapshot are too long together. The owner can delete some.',
    );
  }
}

/** The thread that a reply may be written to. */
async function findReplyable(
  tx: Tx,
  snapshot: LiveSnapshotRow,
  speaker: policy.Speaker,
  parentId: string,
): Promise<repo.CommentRow> {
  const parent = await visible(tx, speaker, snapshot.id, parentId);
  if (policy.rightsOf(parent, speaker, snapshot.commentPolicy).reply) return parent;
  const why = parent.isHeld ? 'This comment waits for its approval first.' : 'A reply cannot be replied to.';
  throw new AppError('invalid_input', why, { field: 'parentId' });
}

/** Where its pin stands. Other programs may know a selector or a point without a locator. */
function pinOf({ parentId, locator, ...said }: Draft['fields']) {
  const isReply = parentId !== undefined;
  const elementSelector = said.elementSelector ?? locator?.elementSelector ?? null;
  const elementX = said.elementX ?? locator?.elementCoordinates.x ?? null;
  const elementY = said.elementY ?? locator?.elementCoordinates.y ?? null;
  if (isReply) return { hasPin: false, elementSelector: null, elementX: null, elementY: null, locator: null };
  const hasPin = elementSelector !== null || (elementX !== null && elementY !== null);
  return { hasPin, elementSelector, elementX, elementY, locator: locator ?? null };
}

/** Who wrote it, as it is kept. */
function authorOf(
  app: App,
  snapshotId: string,
  speaker: policy.Speaker,
  { authorName = '' }: Draft['fields'],
  secret: string,
) {
  const { userId, reviewer, name } = speaker;
  const isVisitor = policy.isVisitor(speaker);
  return {
    authorId: userId,
    reviewerId: userId === null ? (reviewer?.id ?? null) : null,
    anonymousHash: isVisitor ? hashVisitor(app, snapshotId, secret) : null,
    authorName: name ?? (authorName || repo.ANONYMOUS),
  };
}

type AuthorOf = Pick<repo.CommentRow, 'authorId' | 'authorName' | 'anonymousHash'>;

/** Who did something to a comment, as those who are told of it need to know. */
const actorOf = (
  { authorId: userId, authorName: name, anonymousHash }: AuthorOf,
  { isVerified, reviewer }: policy.Speaker,
): Actor => ({
  userId,
  name,
  anonymousHash,
  reviewerEmail: userId === null ? (reviewer?.email ?? null) : null,
  isVerified: isVerified || reviewer !== null,
});

async function tell(
  app: App,
  tx: Tx,
  snapshot: LiveSnapshotRow,
  { comment, speaker }: { comment: repo.NewComment; speaker: policy.Speaker },
): Promise<void> {
  const { id, isHeld } = comment;
  const happened = { snapshot, comment, by: actorOf(comment, speaker) };
  const told = await (isHeld ? tellOfHeld : tellOfComment)(app, tx, happened);
  await tellWindows(tx, comment, [...saidOf(snapshot, 'comment_created', id, isHeld), ...told]);
}

const REOPENED = { resolvedAt: null, resolvedBy: null, resolvedVersion: null };

async function reopen(tx: Tx, snapshot: LiveSnapshotRow, thread: repo.CommentRow): Promise<void> {
  await repo.update(tx, thread.id, REOPENED);
  await tellWindows(tx, thread, saidOf(snapshot, 'comment_updated', thread.id, thread.isHeld));
}

interface Posted {
  id: string;
  speaker: policy.Speaker;
  /** By which a visitor's browser is known from now on. */
  secret: string | null;
}

/** Who asks, and from which network. */
export interface Poster extends Asker {
  address: string;
}

type VisitorCount = 'check' | 'count';

/** Counts a comment by address first: one that floods a snapshot ends before it has used up the share of all. */
async function limitVisitors(
  { rateLimits }: App,
  act: VisitorCount,
  { snapshot }: Access,
  speaker: policy.Speaker,
  address: string,
): Promise<void> {
  if (!policy.countsAsVisitor(speaker)) return;
  await rateLimits[act]('visitorAddressComments', `${snapshot.id} ${address}`);
  await rateLimits[act]('visitorComments', snapshot.id);
}

async function write(app: App, tx: Tx, access: Access, asker: Poster, draft: Draft): Promise<Posted> {
  const { fields: said } = draft;
  const snapshot = await hold(tx, access.snapshot.id);
  const secret = said.anonymousUserId ?? visitorOf(asker.request) ?? newVisitor();
  const speaker = speakerOf(app, access, asker, secret);
  assertMayComment(snapshot, speaker);

  const id = said.id ?? uuidv7();
  const posted = { id, speaker, secret: policy.isVisitor(speaker) ? secret : null };
  const version = said.version ?? snapshot.version;
  const room = await repo.roomFor(tx, { id, snapshotId: snapshot.id, version }, speaker.isOwner);
  if (room.isTaken) {
    const taken = await repo.find(tx, snapshot.id, id);
    // Sent again: it stays as it was written.
    if (taken && policy.isAuthor(taken, speaker)) return posted;
    throw new AppError('conflict', 'This comment’s id is taken.', { field: 'id' });
  }
  assertRoom(room);
  const files = await filesWithRoom(tx, snapshot, speaker, draft.files);
  const parentId = said.parentId ?? null;
  const parent = parentId === null ? null : await findReplyable(tx, snapshot, speaker, parentId);
  await limitVisitors(app, 'count', access, speaker, asker.address);

  const comment: repo.NewComment = {
    id,
    snapshotId: snapshot.id,
    parentId,
    ...authorOf(app, snapshot.id, speaker, said, secret),
    text: said.text,
    isHeld: policy.isHeldBy(snapshot.commentPolicy, speaker),
    version,
    ...pinOf(said),
    context: said.context ?? null,
  };
  await repo.insert(tx, comment);
  await assertCommentBytes(tx, snapshot, speaker);
  await attachments.insert(tx, id, files);
  const { userId } = speaker;
  if (userId !== null) {
    const thread = { snapshotId: snapshot.id, commentId: threadOf(comment) };
    await subscriptions.insert(tx, { ...thread, id: uuidv7(), userId });
  }
  const type = parentId === null ? 'comment_posted' : 'comment_replied';
  await analytics.record(tx, { type, userId, data: { snapshotId: snapshot.id } });
  await noteWriter(tx, snapshot, comment);
  await tell(app, tx, snapshot, { comment, speaker });
  if (parent?.resolvedAt && speaker.isOwner) await reopen(tx, snapshot, parent);
  return posted;
}

export interface Shown {
  row: repo.CommentRow;
  speaker: policy.Speaker;
}

/** Writes a comment: with its files, its events and its mails, or not at all. */
export async function post(
  app: App,
  access: Access,
  asker: Poster,
  request: IncomingMessage,
): Promise<Shown & Pick<Posted, 'secret'>> {
  const early = speakerOf(app, access, asker);
  assertMayComment(access.snapshot, early);
  await limitVisitors(app, 'check', access, early, asker.address);
  const { id, speaker, secret } = await receiveDraft(app, request, COMMENT, (tx, draft) =>
    write(app, tx, access, asker, draft),
  );
  return { row: await visible(app.db, speaker, access.snapshot.id, id), speaker, secret };
}

type Wish = Parsed<typeof updateComment>;

function assertRights({ text, state, isHeld }: Wish, row: repo.CommentRow, rights: policy.Rights): void {
  const may =
    (text === undefined || rights.edit) &&
    (state === undefined || rights.resolve) &&
    // Approved twice is approved.
    (isHeld === undefined || rights.approve || (!row.isHeld && rights.resolve));
  if (!may) throw new AppError('forbidden', 'You may not change this comment in that way.');
}

/** A thread with a reply since it was resolved can be resolved once more. */
async function isSettled(tx: Tx, { id, resolvedAt }: repo.CommentRow): Promise<boolean> {
  return resolvedAt !== null && !(await repo.hasReplySince(tx, id, resolvedAt));
}

async function patchOf(
  tx: Tx,
  row: repo.CommentRow,
  wish: Wish,
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

async function release(
  app: App,
  tx: Tx,
  snapshot: LiveSnapshotRow,
  { row, speaker }: Shown,
): Promise<Said[]> {
  await repo.release(tx, row);
  // The owner answers for what they approve.
  const by = actorOf(row, { ...speaker, reviewer: null });
  const happened = { snapshot, comment: row, by };
  // Whoever approves it has read it.
  const told = await tellOfComment(app, tx, happened, { exceptFor: [snapshot.ownerId] });
  return [...saidOf(snapshot, 'comment_created', row.id, false), ...told];
}

async function apply(
  app: App,
  tx: Tx,
  snapshot: LiveSnapshotRow,
  { row, speaker }: Shown,
  wish: Wish,
): Promise<void> {
  const version = wish.version ?? snapshot.version;
  await assertVersion(tx, snapshot, speaker, wish.version);
  const byName = speaker.name ?? repo.ANONYMOUS;
  const patch = await patchOf(tx, row, wish, byName, version);
  const said: Said[] = [];
  if (Object.keys(patch).length > 0) {
    await repo.update(tx, row.id, patch);
    if (patch.text !== undefined) await assertCommentBytes(tx, snapshot, speaker);
    said.push(...saidOf(snapshot, 'comment_updated', row.id, row.isHeld));
  }
  if (patch.resolvedAt) {
    const { userId } = speaker;
    const by = actorOf({ authorId: userId, authorName: byName, anonymousHash: null }, speaker);
    said.push(...(await tellOfResolution(app, tx, { snapshot, comment: row, by })));
    await analytics.record(tx, { type: 'comment_resolved', userId, data: { snapshotId: snapshot.id } });
  }
  if (wish.isHeld === false && row.isHeld)
    said.push(...(await release(app, tx, snapshot, { row: { ...row, ...patch }, speaker })));
  if (said.length > 0) await tellWindows(tx, row, said);
}

/** Changes a comment as far as this person may. What is so already stays untouched, and nobody is told. */
export async function change(
  app: App,
  access: Access,
  speaker: policy.Speaker,
  wish: Wish,
): Promise<repo.CommentRow> {
  await app.db.transaction(async (tx) => {
    const snapshot = await hold(tx, access.snapshot.id);
    const row = await visible(tx, speaker, snapshot.id, wish.commentId);
    assertRights(wish, row, policy.rightsOf(row, speaker, snapshot.commentPolicy));
    await apply(app, tx, snapshot, { row, speaker }, wish);
  });
  return visible(app.db, speaker, access.snapshot.id, wish.commentId);
}

/** Deletes a comment and, with a thread, its replies. */
export async function remove(app: App, access: Access, speaker: policy.Speaker, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const snapshot = await hold(tx, access.snapshot.id);
    const row = await visible(tx, speaker, snapshot.id, id);
    if (!policy.rightsOf(row, speaker, snapshot.commentPolicy).remove) {
      throw new AppError('forbidden', 'You may not delete this comment.');
    }
    const told = await notifications.waitingFor(tx, id);
    await repo.remove(tx, row);
    await tellWindows(tx, row, [
      ...saidOf(snapshot, 'comment_deleted', id, row.isHeld),
      ...told.map((userId) => listsChanged(userChannel(userId))),
    ]);
  });
}
