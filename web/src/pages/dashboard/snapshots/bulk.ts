import type { Project } from '../../../data/projects.ts';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { type Act, changeSnapshots, type Outcome, undoing } from '../../../data/manySnapshots.ts';
import { sentence } from '../../../data/sentence.ts';
import { toast, toastProblem, toastUndo } from '../../../ui/toast.ts';
import { t } from '../../../words/bulk.ts';

/** One thing to do to many. */
export interface Plan {
  act: Act;
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
  act: { type: 'move', projectId: project?.id ?? null },
  done: (count) => (project ? t('moved', { count, project: project.name }) : t('movedOut', { count })),
  failed: (count) => t('someNotMoved', { n: count }),
  refused: t('moveFailed'),
  isInForm: true,
});

export const EXTENDING: Plan = {
  act: { type: 'extend' },
  done: (count) => (count === 1 ? t('extendedOne') : t('extended', { count })),
  failed: () => t('someNotExtended'),
  refused: t('someNotExtended'),
};

export const DELETING: Plan = {
  act: { type: 'delete' },
  done: (count) => t('deleted', { count }),
  failed: () => t('someNotDeleted'),
  refused: t('someNotDeleted'),
  isInForm: true,
};

export const tagging = (add: string[], remove: string[]): Plan => ({
  act: { type: 'tag', add, remove },
  done: (count) => t('tagged', { count }),
  failed: (count) => t('someNotTagged', { count }),
  refused: t('tagFailed'),
  isInForm: true,
});

/** The reasons, each once. */
const reasons = ({ failed }: Outcome) => [...new Set(failed.map(({ message }) => message))].join(' ');

async function undo(snapshots: readonly Snapshot[], plan: Plan): Promise<void> {
  try {
    for (const back of undoing(snapshots, plan.act)) {
      const outcome = await changeSnapshots(back.snapshots, back.act);
      if (outcome.failed.length > 0) toastProblem(plan.failed(outcome.failed.length), reasons(outcome));
    }
  } catch (error) {
    toastProblem(plan.refused, sentence(error, ''), () => void undo(snapshots, plan));
  }
}

/** Carries a plan out and tells how it went. Answers those it was not done to. */
export async function carryOut(
  plan: Plan,
  snapshots: readonly Snapshot[],
  onDone: (count: number) => void,
): Promise<Snapshot[]> {
  const outcome = await changeSnapshots(snapshots, plan.act, onDone);
  const done = new Set(outcome.done);
  const changed = snapshots.filter(({ id }) => done.has(id));
  const failed = new Set(outcome.failed.map(({ id }) => id));
  const left = snapshots.filter(({ id }) => failed.has(id));

  if (changed.length > 0) {
    const message = plan.done(changed.length);
    if (undoing(changed, plan.act).length > 0) toastUndo(message, () => void undo(changed, plan));
    else toast(message);
  }
  if (left.length > 0) toastProblem(plan.failed(left.length), reasons(outcome));
  return left;
}
