import type { Project } from '../projects/api.ts';
import type { BulkChange } from '@stagelink/shared/contracts/bulkChanges';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { type BulkAction, changeSnapshots, type Target, undoChange } from './manySnapshots.ts';
import { loadedSnapshots } from './listsApi.ts';
import { toast, toastFailure, toastProblem, toastUndo } from '../../kit/toast.ts';
import { t } from './copy.ts';

/** An action on many snapshots. */
export interface Plan {
  action: BulkAction;
  /** Message on success; counts the changed snapshots. */
  done: (count: number) => string;
  /** Message if some failed. */
  failed: (count: number) => string;
  /** Message if all failed. */
  refused: string;
  /** Started from a dialog, which stays open if all failed and offers the retry itself. */
  isInForm?: boolean;
}

export const moving = (project: Project | null): Plan => ({
  action: { type: 'move', projectId: project?.id ?? null },
  done: (count) =>
    project ? t('manyMoved', { count, project: project.name }) : t('manyMovedOut', { count }),
  failed: (count) => t('someNotMoved', { n: count }),
  refused: t('manyMoveFailed'),
  isInForm: true,
});

export const EXTENDING: Plan = {
  action: { type: 'extend' },
  done: (count) => (count === 1 ? t('extendedOne') : t('manyExtended', { count })),
  failed: () => t('someNotExtended'),
  refused: t('someNotExtended'),
};

export const DELETING: Plan = {
  action: { type: 'delete' },
  done: (count) => t('manyDeleted', { count }),
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

/** Returns each reason once. */
const reasons = ({ failed }: BulkChange) => [...new Set(failed.map(({ message }) => message))].join(' ');

async function undo(change: BulkChange, plan: Plan): Promise<void> {
  try {
    const undone = await undoChange(change);
    if (undone.failedCount > 0) toastProblem(plan.failed(undone.failedCount), reasons(undone));
  } catch (error) {
    toastFailure(plan.refused, error, () => void undo(change, plan));
  }
}

/** Runs a plan and shows its outcome. Returns the loaded snapshots that failed. */
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
