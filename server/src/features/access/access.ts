import { ACTING_AS, VISITOR } from '@stagelink/shared/contracts/snapshots';
import type { App } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import type { Principal, RequestContext } from '../../platform/http/principal.ts';
import { shownName } from '../identity/accounts/shownName.ts';
import * as reviews from '../reviews/repo.ts';
import * as repo from '../snapshots/repo.ts';
import { hasGateCookie } from './gateCookie.ts';
import { reviewerOf } from './reviewer.ts';

/** Proof of access to one snapshot. Only the functions of this file create it. */
export interface Access {
  snapshot: repo.LiveSnapshotRow;
  isOwner: boolean;
  /** The reviewer they have proven to be; null for the owner and for other visitors. */
  reviewer: reviews.ReviewerIdentity | null;
}

/** Returns a snapshot that can be opened: it exists, its owner is active, it has not expired. */
async function openSnapshot(app: App, id: string): Promise<repo.LiveSnapshotRow> {
  const snapshot = await repo.find(app.db, id);
  if (!repo.isLive(snapshot) || snapshot.ownerDeactivated) throw notFound('The requested snapshot');
  if (snapshot.expiresAt.getTime() <= Date.now()) throw new AppError('gone', 'This snapshot has expired.');
  return snapshot;
}

/** Identifies one of those who may use one browser: an account, a reviewer without one, or a visitor. */
export const callerId = ({ reviewer }: Pick<Access, 'reviewer'>, principal: Principal | null): string =>
  principal?.userId ?? reviewer?.id ?? VISITOR;

/** The session of an open page may have ended, or another may have begun, since the page showed who its caller is. */
function assertCaller({ principal, request }: RequestContext, access: Pick<Access, 'reviewer'>): void {
  const expected = request.headers[ACTING_AS];
  if (expected === undefined || expected === callerId(access, principal)) return;
  throw new AppError(
    'unauthenticated',
    principal
      ? `You are signed in as ${principal.name} now. Check that this is the right account, then try again.`
      : 'You are signed out. Log in, then try again.',
  );
}

/** Names the sender: people decide by it whether to type a password. */
function lockedText({ ownerName }: repo.LiveSnapshotRow): string {
  const name = shownName(ownerName);
  return name === null
    ? 'This snapshot is protected by a password.'
    : `This snapshot by ${name} is protected by a password.`;
}

/**
 * Returns access to open a snapshot: for its owner, a reviewer, or a visitor who has passed its gate. Throws otherwise.
 */
export async function accessToSnapshot(app: App, context: RequestContext, id: string): Promise<Access> {
  const snapshot = await openSnapshot(app, id);
  const isOwner = context.principal?.userId === snapshot.ownerId;
  const reviewer = isOwner ? null : await reviewerOf(app, context, snapshot);
  assertCaller(context, { reviewer });
  const isInvited = isOwner || reviewer !== null;
  if (!isInvited && snapshot.passwordSealed && !hasGateCookie(context.request, app.secrets, snapshot)) {
    throw new AppError('password_required', lockedText(snapshot));
  }
  return { snapshot, isOwner, reviewer };
}

/** Returns access to the snapshot of a review. Participation in the review is checked separately. */
export async function accessToReview(app: App, context: RequestContext, reviewId: string): Promise<Access> {
  const snapshotId = await reviews.snapshotOf(app.db, reviewId);
  if (snapshotId === undefined) throw notFound('That review');
  return accessToSnapshot(app, context, snapshotId);
}

/** Returns a snapshot before its gate; nothing of it may be shown yet. */
export function snapshotAtGate(app: App, id: string): Promise<repo.LiveSnapshotRow> {
  return openSnapshot(app, id);
}

/** Returns an own snapshot for changes, expired or not. Throws `not_found` for others' snapshots. */
export async function ownSnapshot(app: App, principal: Principal, id: string): Promise<repo.LiveSnapshotRow> {
  const snapshot = await repo.find(app.db, id);
  if (!repo.isLive(snapshot) || snapshot.ownerId !== principal.userId)
    throw notFound('The requested snapshot');
  return snapshot;
}

/** Returns the owner's access, for functions that take any access. */
export async function ownAccess(app: App, principal: Principal, id: string): Promise<Access> {
  return { snapshot: await ownSnapshot(app, principal, id), isOwner: true, reviewer: null };
}

/** Returns the owner's access to several snapshots by id. Skips others' and deleted ones. */
export async function ownAccesses(
  app: App,
  principal: Principal,
  ids: string[],
): Promise<Map<string, Access>> {
  const rows = await repo.findAll(app.db, ids);
  const own = rows.filter(repo.isLive).filter(({ ownerId }) => ownerId === principal.userId);
  return new Map(own.map((snapshot) => [snapshot.id, { snapshot, isOwner: true, reviewer: null }]));
}
