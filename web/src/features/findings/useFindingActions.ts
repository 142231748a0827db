import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { errorMessage } from '../../lib/errorMessage.ts';
import type { Preview } from '../preview/usePreview.ts';
import { commentOn, setFindingState } from './api.ts';
import { t } from './copy.ts';
import type { FindingActions } from './FindingView.tsx';

interface Where {
  setCurrent: (id: string | null) => void;
  onOpenThread: (id: string) => void;
}

/** What can be done about findings, and why the last action failed. */
export function useFindingActions(
  { id, you }: SnapshotView,
  { send }: Preview,
  may: { dismiss: boolean; comment: boolean },
  { setCurrent, onOpenThread }: Where,
): { actions: FindingActions; problem: string | null } {
  const [problem, setProblem] = useState<string | null>(null);

  async function attempt(action: () => Promise<void>): Promise<void> {
    setProblem(null);
    try {
      await action();
    } catch (error) {
      setProblem(errorMessage(error, t('actionFailed')));
    }
  }

  return {
    problem,
    actions: {
      show(finding) {
        setCurrent(finding.id);
        send({ type: 'reveal', id: finding.id });
      },
      dismiss: may.dismiss
        ? (finding, reason) =>
            void attempt(() => setFindingState({ id, findingId: finding.id, state: 'dismissed', reason }))
        : null,
      restore: may.dismiss
        ? (finding) => void attempt(() => setFindingState({ id, findingId: finding.id, state: 'open' }))
        : null,
      comment: may.comment
        ? (finding) =>
            void attempt(async () => {
              await commentOn(id, finding, you.kind === 'visitor');
            })
        : null,
      openComment: onOpenThread,
    },
  };
}
