import type { Marked, StagedFor } from '@stagelink/shared/contracts/threadWork';
import * as comments from '../comments/repo.ts';
import * as threadRepo from '../comments/threadRepo.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { ChannelEvent } from '../../platform/live/publish.ts';
import * as notifications from '../notifications/repo.ts';
import type { SnapshotRow } from '../snapshots/repo.ts';
import { notifyAuthors } from './notifyAuthors.ts';
import * as repo from './repo.ts';
import { patchFor } from './transition.ts';

/** A published version, the threads that it is for, and who staged or published it. */
export interface Staging {
  snapshot: Pick<SnapshotRow, 'id' | 'ownerId' | 'name'>;
  version: number;
  stagedFor: StagedFor;
  by: Pick<Principal, 'name' | 'isVerified'>;
}

export async function assertThread(tx: Tx, snapshotId: string, id: string): Promise<comments.CheckedRow> {
  const comment = await comments.findChecked(tx, snapshotId, id);
  if (!comment || comment.parentId !== null) throw notFound('That thread');
  return comment;
}

/** Locks the accounts of those who began threads: before the snapshot, in the lock order of a deletion. */
export async function lockAuthors(tx: Tx, snapshotId: string, threads: readonly string[]): Promise<void> {
  const authors = await threadRepo.authorsOf(tx, snapshotId, threads);
  await notifications.lockRecipients(
    tx,
    authors.flatMap(({ authorId }) => authorId ?? []),
  );
}

/** What marking a thread would do; a null patch: it is marked with this version already. */
type Outcome = { thread: string; patch: repo.WorkPatch | null } | { thread: string; why: string };

const isMarkedWith = (work: repo.WorkRow | undefined, version: number): boolean =>
  work?.version === version && (work.state === 'staged' || work.state === 'confirmed');

/** Returns the outcome for each thread once. The transaction must have locked the snapshot. */
async function outcomesOf(
  tx: Tx,
  { snapshot, version, stagedFor: { agent, threads } }: Omit<Staging, 'by'>,
): Promise<Outcome[]> {
  const works = await repo.findAll(tx, snapshot.id, threads);
  const outcomes: Outcome[] = [];
  for (const thread of new Set(threads)) {
    const work = works.get(thread);
    try {
      const comment = await assertThread(tx, snapshot.id, thread);
      const action = { event: 'stage', agent, patch: { isTaken: false, version } } as const;
      outcomes.push({ thread, patch: isMarkedWith(work, version) ? null : patchFor(work, comment, action) });
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      outcomes.push({ thread, why: cause.message });
    }
  }
  return outcomes;
}

/** Returns whether marking these threads would change any. */
export const hasUnmarked = async (tx: Tx, staging: Omit<Staging, 'by'>): Promise<boolean> =>
  (await outcomesOf(tx, staging)).some((outcome) => 'patch' in outcome && outcome.patch !== null);

export interface Marking extends Marked {
  /** Those whose work changed. */
  changed: string[];
  /** To publish with that change. */
  events: ChannelEvent[];
}

/**
 * Marks threads as staged with a version. One that cannot be marked does not stop the others, and one that is marked
 * already stays as it is. The transaction must have locked the authors, then the snapshot.
 */
export async function markThreads(app: App, tx: Tx, staging: Staging): Promise<Marking> {
  const marking: Marking = { staged: [], refused: [], changed: [], events: [] };
  for (const outcome of await outcomesOf(tx, staging)) {
    const { thread } = outcome;
    if ('why' in outcome) {
      marking.refused.push({ thread, why: outcome.why });
      continue;
    }
    marking.staged.push(thread);
    if (outcome.patch === null) continue;
    await repo.update(tx, thread, outcome.patch);
    marking.changed.push(thread);
  }
  marking.events = await notifyAuthors(app, tx, { ...staging, threads: marking.changed });
  return marking;
}
