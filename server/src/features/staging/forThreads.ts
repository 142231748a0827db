import { isDeepStrictEqual } from 'node:util';
import type { Marked, StagedFor } from '@stagelink/shared/contracts/threadWork';
import { hasUnmarked, markThreads, type Staging } from '../agentWork/mark.ts';
import { publishWork } from '../agentWork/record.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type ChannelEvent, publishAll } from '../../platform/live/publish.ts';
import type { SnapshotRow } from '../snapshots/repo.ts';
import * as versions from '../versions/repo.ts';
import * as repo from './repo.ts';
import { findUnchanged } from './unchanged.ts';

/** Threads that a version is for, and who stages it. */
export interface ForThreads {
  stagedFor: StagedFor;
  by: Staging['by'];
}

/** A version of an upload. A draft is not published: the link stays as it is. */
export interface AddedVersion {
  version: number;
  isPublished: boolean;
}

/**
 * Returns the newest version if the same agent staged the same files for the same threads, and none of them needs
 * another since: the agent was killed, or did not get the reply, and stages again. See docs/decisions/0361.
 */
export async function findRepeated(
  tx: Tx,
  snapshot: SnapshotRow,
  { id: uploadId }: Pick<repo.UploadRow, 'id'>,
  { stagedFor }: ForThreads,
  isPublished: boolean,
): Promise<number | null> {
  const { id, lastVersion: version } = snapshot;
  const newest = await versions.find(tx, id, version);
  if (!newest || (newest.publishedAt !== null) !== isPublished) return null;
  if (isPublished && snapshot.version !== version) return null;
  if (!isDeepStrictEqual(await versions.stagedForOf(tx, id, version), stagedFor)) return null;
  if (isPublished && (await hasUnmarked(tx, { snapshot, version, stagedFor }))) return null;
  return findUnchanged(tx, snapshot, await repo.manifestOf(tx, uploadId));
}

/**
 * Notes which threads a version is for, marks them if it is published, and publishes that with other events of the
 * change. The transaction must have locked the authors, then the snapshot. Returns null without threads.
 */
export async function markFor(
  app: App,
  tx: Tx,
  snapshot: Staging['snapshot'],
  { version, isPublished }: AddedVersion,
  forThreads: ForThreads | undefined,
  events: readonly ChannelEvent[] = [],
): Promise<Marked | null> {
  if (forThreads) await versions.noteStagedFor(tx, snapshot.id, version, forThreads.stagedFor);
  if (!forThreads || !isPublished) {
    await publishAll(tx, [...events]);
    return forThreads ? { staged: [], refused: [] } : null;
  }
  const marking = await markThreads(app, tx, { snapshot, version, ...forThreads });
  const { staged, refused, changed } = marking;
  await publishWork(tx, snapshot, changed, [...events, ...marking.events]);
  return { staged, refused };
}

/** Marks threads for a version that an earlier request has staged. */
export async function markForEarlier(
  app: App,
  tx: Tx,
  snapshot: Staging['snapshot'],
  version: number,
  forThreads: ForThreads | undefined,
): Promise<Marked | null> {
  const row = await versions.find(tx, snapshot.id, version);
  if (!row) return null;
  return markFor(app, tx, snapshot, { version, isPublished: row.publishedAt !== null }, forThreads);
}
