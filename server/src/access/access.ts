import type { IncomingMessage } from 'node:http';
import type { App } from '../app.ts';
import { AppError, notFound } from '../http/errors.ts';
import type { Viewer } from '../http/viewer.ts';
import * as repo from '../snapshots/repo.ts';
import { hasGateCookie } from './gateCookie.ts';

/** What somebody may do with one snapshot. There is no way to make one but to ask here. */
export interface Access {
  snapshot: repo.LiveSnapshotRow;
  isOwner: boolean;
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

/** Access to look at a snapshot: its owner, or anybody who has passed its gate. Throws what the asker should be told. */
export async function accessToSnapshot(app: App, { viewer, request }: Asker, id: string): Promise<Access> {
  const snapshot = await openSnapshot(app, id);
  const isOwner = viewer?.userId === snapshot.ownerId;
  if (!isOwner && snapshot.passwordSealed && !hasGateCookie(request, app.secrets, snapshot)) {
    throw new AppError('password_required', 'This snapshot is protected by a password.');
  }
  return { snapshot, isOwner };
}

/** A protected snapshot at its gate: nothing of it is known to the asker yet. */
export function snapshotAtGate(app: App, id: string): Promise<repo.LiveSnapshotRow> {
  return openSnapshot(app, id);
}

/** Access to change a snapshot, expired or not. Anybody else's looks as if it did not exist. */
export async function ownSnapshot(app: App, viewer: Viewer, id: string): Promise<repo.LiveSnapshotRow> {
  const snapshot = await repo.find(app.db, id);
  if (!repo.isLive(snapshot) || snapshot.ownerId !== viewer.userId) throw notFound('The requested snapshot');
  return snapshot;
}
