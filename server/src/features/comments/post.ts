import type { IncomingMessage } from 'node:http';
import { pinOf } from '@stagelink/shared/domain/pins';
import { uuidv7 } from 'uuidv7';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import { publishToOwner } from '../../platform/live/publish.ts';
import type { CountedRequest } from '../../platform/http/principal.ts';
import type { Access } from '../access/access.ts';
import { reachesAgents, send } from '../agentWork/record.ts';
import * as attachments from '../attachments/repo.ts';
import { commenterFor, withProof } from './commenter.ts';
import { announcedAttachments, COMMENT, type Draft, isForm, receiveDraft } from './draft.ts';
import { eventsFor, publishToViewers } from './events.ts';
import { assertFilesFit, filesWithinLimits } from './files.ts';
import { assertBytes, assertCapacity, limitVisitors } from './limits.ts';
import { parseInspection } from './inspections.ts';
import * as policy from './policy.ts';
import * as postRepo from './postRepo.ts';
import type { NewComment, PostedOn } from './postRepo.ts';
import * as repo from './repo.ts';
import { assertMayComment, assertSeen, noVersion, visible, type VisibleComment } from './service.ts';
import { hashVisitor, newVisitor, visitorOf } from './visitor.ts';
import * as writeRepo from './writeRepo.ts';

/** Throws unless the thread accepts a reply. */
function assertReplyable(
  snapshot: PostedOn,
  commenter: policy.Commenter,
  thread: repo.CheckedRow | null,
): void {
  const parent = assertSeen(thread ?? undefined, commenter);
  if (policy.permissionsFor(parent, commenter, snapshot.commentPolicy).reply) return;
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
  further: null,
  inspection: null,
};

/** Returns the columns of the pin. API clients may send a selector or a point without a locator. */
function pinColumns({
  parentId,
  locator,
  selection,
  actions,
  further,
  inspection,
  ...fields
}: Draft['fields']) {
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
    further: (locator && further) ?? null,
    inspection: locator ? parseInspection(inspection) : null,
  };
}

/** Returns the hash of a visitor, who is known by their secret or by the hash itself. */
const hashOf = (app: App, snapshotId: string, visitor: string | Buffer): Buffer =>
  typeof visitor === 'string' ? hashVisitor(app, snapshotId, visitor) : visitor;

/** Returns the author columns. */
function authorColumns(
  app: App,
  snapshotId: string,
  commenter: policy.Commenter,
  { authorName = '' }: Draft['fields'],
  secret: string | Buffer,
) {
  const { userId, reviewer, name } = commenter;
  const isVisitor = policy.isVisitor(commenter);
  return {
    authorId: userId,
    reviewerId: userId === null ? (reviewer?.id ?? null) : null,
    anonymousHash: isVisitor ? hashOf(app, snapshotId, secret) : null,
    authorName: name ?? (authorName || repo.ANONYMOUS),
  };
}

interface PostResult extends VisibleComment {
  id: string;
  /** The new secret of a visitor's browser. */
  secret: string | null;
}

/** Returns the comment if it is the commenter's own: sent again, the first one is kept. */
async function sentAgain(
  tx: Tx,
  { id, snapshotId }: Pick<NewComment, 'id' | 'snapshotId'>,
  commenter: policy.Commenter,
): Promise<repo.CommentRow> {
  const taken = await repo.find(tx, snapshotId, id, commenter);
  if (taken && policy.isAuthor(taken, commenter)) return taken;
  throw new AppError('conflict', 'A comment with this id already exists.', { field: 'id' });
}

async function reopen(tx: Tx, snapshot: PostedOn, thread: repo.CheckedRow): Promise<void> {
  await writeRepo.update(tx, thread.id, writeRepo.REOPENED);
  const events = eventsFor(snapshot, 'comment_updated', thread.id, thread.isPending);
  await publishToViewers(tx, { ...thread, snapshotId: snapshot.id }, events);
}

/** Locks what the comment is on; its author's account may have been deleted since the access check. */
async function lockFor(
  tx: Tx,
  ids: { snapshotId: string; id: string },
  { parentId, version }: { parentId?: string | undefined; version?: number | undefined },
  { userId, isOwner }: policy.Commenter,
) {
  const wanted = { ...ids, parentId: parentId ?? null, userId, isOwner, version: version ?? null };
  const locked = await postRepo.lock(tx, wanted);
  if (!locked) throw notFound('The requested snapshot');
  if (!locked.hasAuthor) throw new AppError('unauthenticated', 'Please log in first.');
  return locked;
}

/** Inserts and publishes a comment within the limits of its snapshot; undefined if it was sent before. */
async function insert(
  tx: Tx,
  snapshot: PostedOn,
  comment: NewComment,
  commenter: policy.Commenter,
  files: Draft['files'],
): Promise<repo.CommentRow | undefined> {
  const { id, isPending } = comment;
  if (isPending) await publishToOwner(tx, snapshot.id);
  const events = eventsFor(snapshot, 'comment_created', id, isPending);
  const { row, before, used } = await postRepo.insert(tx, comment, commenter, uuidv7(), events);
  if (!row) return undefined;
  assertCapacity(before);
  assertBytes(used, commenter);
  await attachments.insert(tx, comment.id, files);
  return { ...row, files };
}

/** Writes a comment with its events and the job about it in the caller's transaction. */
export async function write(
  app: App,
  tx: Tx,
  access: Access,
  context: CountedRequest,
  draft: Draft,
  /** Hash of a visitor who has proven to be the author by other means than a secret. */
  provenHash: Buffer | null = null,
): Promise<PostResult> {
  const { fields } = draft;
  const secret = fields.anonymousUserId ?? visitorOf(context.request) ?? newVisitor();
  const commenter = withProof(commenterFor(app, access, context, secret), provenHash);
  const id = fields.id ?? uuidv7();
  const ids = { id, snapshotId: access.snapshot.id };
  const snapshot = await lockFor(tx, ids, fields, commenter);
  assertMayComment(snapshot, commenter);

  const posted = { id, commenter, secret: policy.isVisitor(commenter) ? secret : null };
  if (snapshot.isTaken) return { ...posted, row: await sentAgain(tx, ids, commenter) };
  if (!snapshot.hasVersion) throw noVersion();
  const sender = { commenter, address: context.address };
  const files = await filesWithinLimits(app, tx, snapshot, sender, draft.files);
  const parentId = fields.parentId ?? null;
  if (parentId !== null) assertReplyable(snapshot, commenter, snapshot.parent);
  await limitVisitors(app, 'consumeInTurn', snapshot.id, commenter, context.address);

  const comment: NewComment = {
    ...ids,
    parentId,
    ...authorColumns(app, snapshot.id, commenter, fields, provenHash ?? secret),
    text: fields.text,
    isPending: policy.needsApproval(snapshot.commentPolicy, commenter),
    version: fields.version ?? snapshot.version,
    ...pinColumns(fields),
    context: fields.context ?? null,
  };
  const reopened = commenter.isOwner && snapshot.parent?.resolvedAt ? snapshot.parent : null;
  // What its author does not wait for. Nothing is announced of a comment that was sent before.
  await app.jobs.enqueue(tx, 'announce_comment', {
    commentId: id,
    wasPending: comment.isPending,
    passwordRevision: snapshot.passwordRevision,
    reopens: reopened !== null,
  });
  const row = await insert(tx, snapshot, comment, commenter, files);
  if (!row) return { ...posted, row: await sentAgain(tx, ids, commenter) };
  if (reopened) await reopen(tx, snapshot, reopened);
  if (parentId !== null || comment.isPending || !reachesAgents(snapshot.agentFeedback, commenter))
    return { ...posted, row };
  await send(tx, snapshot, [id], comment.authorName);
  return { ...posted, row: await visible(tx, commenter, snapshot.id, id) };
}

/** Throws before anything is read or written, if this person may not comment. Returns the person. */
export function assertMayPost(app: App, access: Access, context: CountedRequest): policy.Commenter {
  const early = commenterFor(app, access, context);
  assertMayComment(access.snapshot, early);
  return early;
}

/** Stores a comment with its files and events in one transaction. */
export async function post(
  app: App,
  access: Access,
  context: CountedRequest,
  request: IncomingMessage,
): Promise<PostResult> {
  const early = assertMayPost(app, access, context);
  // What is refused should not be uploaded first.
  if (isForm(request)) {
    const { snapshot } = access;
    const { address } = context;
    await limitVisitors(app, 'peekAll', snapshot.id, early, address);
    await assertFilesFit(app, snapshot, { commenter: early, address }, announcedAttachments(request));
  }
  const skipsTrash = policy.countsAsVisitor(early);
  return receiveDraft(app, request, { ...COMMENT, skipsTrash }, (tx, draft) =>
    write(app, tx, access, context, draft),
  );
}
