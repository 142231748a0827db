import type { IncomingMessage } from 'node:http';
import type { App } from '../app.ts';
import { AppError, notFound } from '../http/errors.ts';
import type { Viewer } from '../http/viewer.ts';
import * as reviews from '../reviews/repo.ts';
import * as repo from '../snapshots/repo.ts';
import { hasGateCookie } from './gateCookie.ts';
import { reviewerOf } from './reviewer.ts';

/** What somebody may do with one snapshot. There is no way to make one but to ask here. */
export interface Access {
  snapshot: repo.LiveSnapshotRow;
  isOwner: boolean;
  /** Whom they have proven to be of those asked to review it; null for its owner and for everybody else. */
  reviewer: reviews.NamedRow | null;
}

export interface Asker {
  viewer: Viewer | null;
  request: IncomingMessage;
}

/** A snapshot that can be opened, whoever asks: it exists, its owner is active, it has not expired. */
async function openSnapshot(app: App, id: string): Promise<repo.LiveSnapshotRow> {
  const snapshot = await repo.find(app.db, id);
  if (!repo.isLive(snapshot) || snapshot.ownerDeactivated) throw notFound('The requested snapshot');
  if (snapshot.expiresAt.getTime() <= Date.now()) throw new AppError('gone', 'This snapshot has expired.');
  return snapshot;
}

/**
 * Access to look at a snapshot: its owner, a reviewer, or anybody who has passed its gate. Throws what the asker should
 * be told.
 */
export async function accessToSnapshot(app: App, asker: Asker, id: string): Promise<Access> {
  const snapshot = await openSnapshot(app, id);
  if (asker.viewer?.userId === snapshot.ownerId) return { snapshot, isOwner: true, reviewer: null };
  const reviewer = await reviewerOf(app, asker, snapshot);
  if (!reviewer && snapshot.passwordSealed && !hasGateCookie(asker.request, app.secrets, snapshot)) {
    throw new AppError('password_required', 'This snapshot is protected by a password.');
  }
  return { snapshot, isOwner: false, reviewer };
}

/** Access to the snapshot that a review is of. Whether somebody takes part in the review is another question. */
export async function accessToReview(app: App, asker: Asker, reviewId: string): Promise<Access> {
  const snapshotId = await reviews.snapshotOf(app.db, reviewId);
  if (snapshotId === undefined) throw notFound('That review');
  return accessToSnapshot(app, asker, snapshotId);
}

/** A snapshot before its gate: nothing of it is known to the asker yet. */
export function snapshotAtGate(app: App, id: string): Promise<repo.LiveSnapshotRow> {
  return openSnapshot(app, id);
}

/** Access to change a snapshot, expired or not. Anybody else's looks as if it did not exist. */
export async function ownSnapshot(app: App, viewer: Viewer, id: string): Promise<repo.LiveSnapshotRow> {
  const snapshot = await repo.find(app.db, id);
  if (!repo.isLive(snapshot) || snapshot.ownerId !== viewer.userId) throw notFound('The requested snapshot');
  return snapshot;
}

/** The same, for what is asked of whoever has access. */
export async function ownAccess(app: App, viewer: Viewer, id: string): Promise<Access> {
  return { snapshot: await ownSnapshot(app, viewer, id), isOwner: true, reviewer: null };
}

/** The same for several, by id. Those of others, and those that are gone by now, are left out. */
export async function ownAccesses(app: App, viewer: Viewer, ids: string[]): Promise<Map<string, Access>> {
  const rows = await repo.findAll(app.db, ids);
  const own = rows.filter(repo.isLive).filter(({ ownerId }) => ownerId === viewer.userId);
  return new Map(own.map((snapshot) => [snapshot.id, { snapshot, isOwner: true, reviewer: null }]));
}
