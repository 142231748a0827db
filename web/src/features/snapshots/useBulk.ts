import { useState } from 'react';
import { asFilter, type SnapshotFilters } from './snapshotFilters.ts';
import type { Target } from './manySnapshots.ts';
import { toastFailure } from '../../kit/toast.ts';
import { carryOut, type Plan } from './bulk.ts';
import { isSelected, type Selection } from './selection.ts';
import type { Selecting } from './useSelection.ts';

export interface Progress {
  done: number;
  total: number;
}

const targetOf = (selection: Selection, question: SnapshotFilters): Target => ({
  snapshots:
    selection.kind === 'some'
      ? { ids: [...selection.chosen.keys()] }
      : { filter: asFilter(question), except: [...selection.except], until: selection.until },
  includes: (snapshot) => isSelected(selection, snapshot),
});

/** Runs bulk actions on the selection. Snapshots that failed stay selected. */
export function useBulk({ selection, count, only }: Selecting, question: SnapshotFilters) {
  const [progress, setProgress] = useState<Progress | null>(null);

  async function run(plan: Plan): Promise<boolean> {
    setProgress({ done: 0, total: count });
    try {
      const left = await carryOut(plan, targetOf(selection, question), ({ done, failedCount, total }) =>
        setProgress({ done: done + failedCount, total }),
      );
      only(left);
      return true;
    } catch (error) {
      toastFailure(plan.refused, error, plan.isInForm ? undefined : () => void run(plan));
      return false;
    } finally {
      setProgress(null);
    }
  }

  return { progress, run };
}
