import { useState } from 'react';
import type { ListQuestion } from '../../../data/listQuestion.ts';
import { everyMatch } from '../../../data/manySnapshots.ts';
import { sentence } from '../../../data/sentence.ts';
import { toastProblem } from '../../../ui/toast.ts';
import { carryOut, type Plan } from './bulk.ts';
import { isSelected } from './selection.ts';
import type { Selecting } from './useSelection.ts';

export interface Progress {
  step: 'reading' | 'working';
  done: number;
  total: number;
}

/** Carries plans out on what is selected; what they could not be done to stays selected. */
export function useBulk({ selection, count, only }: Selecting, question: ListQuestion, matching: number) {
  const [progress, setProgress] = useState<Progress | null>(null);

  async function selected() {
    if (selection.kind === 'some') return [...selection.chosen.values()];
    const all = await everyMatch(question, (done) =>
      setProgress({ step: 'reading', done, total: Math.max(done, matching) }),
    );
    return all.filter(({ id }) => isSelected(selection, id));
  }

  async function run(plan: Plan): Promise<boolean> {
    setProgress({ step: 'working', done: 0, total: count });
    try {
      const snapshots = await selected();
      const total = snapshots.length;
      setProgress({ step: 'working', done: 0, total });
      only(await carryOut(plan, snapshots, (done) => setProgress({ step: 'working', done, total })));
      return true;
    } catch (error) {
      toastProblem(plan.refused, sentence(error, ''), plan.isInForm ? undefined : () => void run(plan));
      return false;
    } finally {
      setProgress(null);
    }
  }

  return { progress, run };
}
