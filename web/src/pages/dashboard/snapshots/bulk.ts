import type { Project } from '../../../data/projects.ts';
import type { BulkChange } from '@stagelink/shared/contracts/bulkChanges';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { type BulkAction, changeSnapshots, type Target, undoChange } from '../../../data/manySnapshots.ts';
import { loadedSnapshots } from '../../../data/snapshotLists.ts';
import { toast, toastFailure, toastProblem, toastUndo } from '../../../ui/toast.ts';
import { t } from '../../../words/bulk.ts';

/** One thing to do to many. */
export interface Plan {
  action: BulkAction;
  /** What is said once it is done; counts those it was done to. */
  done: (count: number) => string;
  /** What is said when some were not. */
  failed: (count: number) => string;
  /** What is said when none were. */
  refused: string;
  /** Asked for in a dialog, which stays when none were: its own button is the way to try again. */
  isInForm?: boolean;
}

export const moving = (project: Project | null): Plan => ({
  action: { type: 'move', projectId: project?.id ?? null },
  done: (count) => (project ? t('moved', { count, project: project.name }) : t('movedOut', { count })),
  failed: (count) => t('someNotMoved', { n: count }),
  refused: t('moveFailed'),
  isInForm: true,
});

export const EXTENDING: Plan = {
  action: { type: 'extend' },
  done: (count) => (count === 1 ? t('extendedOne') : t('extended', { count })),
  failed: () => t('someNotExtended'),
  refused: t('someNotExtended'),
};

export const DELETING: Plan = {
  action: { type: 'delete' },
  done: (count) => t('deleted', { count }),
  failed: () => t('someNotDeleted'),
  refused: t('someNotDeleted'),
  isInForm: true,
};

export const tagging = (add: string[], remove: string[]): Plan => ({
  action: { type: 'tag', add, remove },
  done: (count) => t('tagged', { count }),
  failed: (count) => t('someNotTagged', { count }),
  refused: t('tagFailed'),
  isInForm: true,
});

/** The reasons, each once. */
const reasons = ({ failed }: BulkChange) => [...new Set(failed.map(({ message }) => message))].join(' ');

async function undo(change: BulkChange, plan: Plan): Promise<void> {
  try {
    const undone = await undoChange(change);
    if (undone.failedCount > 0) toastProblem(plan.failed(undone.failedCount), reasons(undone));
  } catch (error) {
    toastFailure(plan.refused, error, () => void undo(change, plan));
  }
}

/** Carries a plan out and reports how it went. Returns the loaded snapshots that it was not done to. */
export async function carryOut(
  plan: Plan,
  target: Target,
  onProgress: (change: BulkChange) => void,
): Promise<Snapshot[]> {
  const change = await changeSnapshots(target, plan.action, onProgress);
  if (change.done > 0) {
    const message = plan.done(change.done);
    if (change.canUndo) toastUndo(message, () => void undo(change, plan));
    else toast(message);
  }
  if (change.failedCount > 0) toastProblem(plan.failed(change.failedCount), reasons(change));
  return loadedSnapshots(change.failed.map(({ id }) => id));
}
