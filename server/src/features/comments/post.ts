import type { IncomingMessage } from 'node:http';
import { pinOf } from '@stagelink/shared/domain/pins';
import { uuidv7 } from 'uuidv7';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { CountedRequest } from '../../platform/http/principal.ts';
import type { Access } from '../access/access.ts';
import { reachesAgents, send } from '../agentWork/record.ts';
import * as analytics from '../analytics/service.ts';
import * as attachments from '../attachments/repo.ts';
import * as follows from '../follows/repo.ts';
import { noteWriter } from '../replyEmails/service.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { actorOf, commenterFor } from './commenter.ts';
import { COMMENT, type Draft, receiveDraft } from './draft.ts';
import { eventsFor, publishToViewers } from './events.ts';
import { filesWithinLimits } from './files.ts';
import { assertCapacity, assertCommentBytes, limitVisitors } from './limits.ts';
import { lockSnapshotAndPeople } from './lock.ts';
import { notifyAboutComment, notifyAboutPending, threadOf } from './notify.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';
import { assertMayComment, assertVisible, noVersion, visible, type VisibleComment } from './service.ts';
import { hashVisitor, newVisitor, visitorOf } from './visitor.ts';
import * as writeRepo from './writeRepo.ts';
import type { NewComment } from './writeRepo.ts';

/** Returns the thread that accepts a reply. */
async function findReplyable(
  tx: Tx,
  snapshot: LiveSnapshotRow,
  commenter: policy.Commenter,
  parentId: string,
): Promise<repo.CheckedRow> {
  const parent = await assertVisible(tx, commenter, snapshot.id, parentId);
  if (policy.permissionsFor(parent, commenter, snapshot.commentPolicy).reply) return parent;
  const why = parent.isPending ? 'This comment must be approved first.' : 'Replies cannot have replies.';
  throw new AppError('invalid_input', why, { field: 'parentId' });
}

const NO_PIN = {
  hasPin: false,
  elementSelector: null,
  elementX: null,
  elementY: null,
  locator: null,
  selection: null,
  actions: null,
};

/** Returns the columns of the pin. API clients may send a selector or a point without a locator. */
function pinColumns({ parentId, locator, selection, actions, ...fields }: Draft['fields']) {
  if (parentId !== undefined) return NO_PIN;
  const {
    elementSelector = null,
    elementX = null,
    elementY = null,
  } = { ...(locator && pinOf(locator)), ...fields };
  return {
    hasPin: elementSelector !== null || (elementX !== null && elementY !== null),
    elementSelector,
    elementX,
    elementY,
    locator: locator ?? null,
    selection: (locator && selection) ?? null,
    actions: (locator && actions) ?? null,
  };
}

/** Returns the author columns. */
function authorColumns(
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

/** Throws unless this comment is the commenter's own: sent again, the first one is kept. */
async function assertSentAgain(
  tx: Tx,
  { id, snapshotId }: Pick<NewComment, 'id' | 'snapshotId'>,
  commenter: policy.Commenter,
): Promise<void> {
  const taken = await repo.findChecked(tx, snapshotId, id);
  if (taken && policy.isAuthor(taken, commenter)) return;
  throw new AppError('conflict', 'A comment with this id already exists.', { field: 'id' });
}

/** Its author follows the thread from now on. */
async function recordPosted(tx: Tx, snapshot: LiveSnapshotRow, comment: NewComment): Promise<void> {
  const { authorId: userId, parentId, snapshotId } = comment;
  if (userId !== null) {
    await follows.insert(tx, { id: uuidv7(), userId, snapshotId, commentId: threadOf(comment) });
  }
  const type = parentId === null ? 'comment_posted' : 'comment_replied';
  await analytics.record(tx, { type, userId, data: { snapshotId } });
  await noteWriter(tx, snapshot, comment);
}

async function publishCreated(
  app: App,
  tx: Tx,
  snapshot: LiveSnapshotRow,
  { comment, commenter }: { comment: NewComment; commenter: policy.Commenter },
): Promise<void> {
  const { id, isPending } = comment;
  const happened = { snapshot, comment, by: actorOf(comment, commenter) };
  const notified = await (isPending ? notifyAboutPending : notifyAboutComment)(app, tx, happened);
  await publishToViewers(tx, comment, [
    ...eventsFor(snapshot, 'comment_created', id, isPending),
    ...notified,
  ]);
}

async function reopen(tx: Tx, snapshot: LiveSnapshotRow, thread: repo.CheckedRow): Promise<void> {
  await writeRepo.update(tx, thread.id, writeRepo.REOPENED);
  await publishToViewers(tx, thread, eventsFor(snapshot, 'comment_updated', thread.id, thread.isPending));
}

interface PostResult {
  id: string;
  commenter: policy.Commenter;
  /** The new secret of a visitor's browser. */
  secret: string | null;
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
    await assertSentAgain(tx, { id, snapshotId: snapshot.id }, commenter);
    return posted;
  }
  if (!room.hasVersion) throw noVersion();
  assertCapacity(room);
  const sender = { commenter, address: context.address };
  const files = await filesWithinLimits(app, tx, snapshot, sender, draft.files);
  const parentId = fields.parentId ?? null;
  const parent = parentId === null ? null : await findReplyable(tx, snapshot, commenter, parentId);
  await limitVisitors(app, 'consume', snapshot.id, commenter, context.address);

  const comment: NewComment = {
    id,
    snapshotId: snapshot.id,
    parentId,
    ...authorColumns(app, snapshot.id, commenter, fields, secret),
    text: fields.text,
    isPending: policy.needsApproval(snapshot.commentPolicy, commenter),
    version,
    ...pinColumns(fields),
    context: fields.context ?? null,
  };
  await writeRepo.insert(tx, comment);
  await assertCommentBytes(tx, snapshot, commenter);
  await attachments.insert(tx, id, files);
  await recordPosted(tx, snapshot, comment);
  await publishCreated(app, tx, snapshot, { comment, commenter });
  if (parentId === null && !comment.isPending && reachesAgents(snapshot.agentFeedback, commenter))
    await send(tx, snapshot, [id], comment.authorName);
  if (parent?.resolvedAt && commenter.isOwner) await reopen(tx, snapshot, parent);
  return posted;
}

/** Throws before anything is read or written, if this person may not comment now. Returns the person. */
export async function assertMayPost(
  app: App,
  access: Access,
  context: CountedRequest,
): Promise<policy.Commenter> {
  const early = commenterFor(app, access, context);
  assertMayComment(access.snapshot, early);
  await limitVisitors(app, 'peek', access.snapshot.id, early, context.address);
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
