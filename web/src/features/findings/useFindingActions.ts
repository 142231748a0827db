import type { Finding, VersionFindings } from '@stagelink/shared/contracts/findings';
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

/** A finding that only this browser knows has no fingerprint. */
const isStored = ({ fingerprint }: Finding) => fingerprint !== '';

/** What can be done about findings, and why the last action failed. */
export function useFindingActions(
  { id, you, canComment }: SnapshotView,
  { send }: Preview,
  data: VersionFindings | undefined,
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

  const canDismiss = data?.canDismiss === true;
  const isAnyStored = data?.findings.some(isStored) === true;
  return {
    problem,
    actions: {
      show(finding) {
        setCurrent(finding.id);
        send({ type: 'reveal', id: finding.id });
      },
      dismiss: canDismiss
        ? (finding, reason) =>
            void attempt(() => setFindingState({ id, findingId: finding.id, state: 'dismissed', reason }))
        : null,
      restore: canDismiss
        ? (finding) => void attempt(() => setFindingState({ id, findingId: finding.id, state: 'open' }))
        : null,
      comment:
        canComment && isAnyStored
          ? (finding) =>
              void attempt(async () => {
                await commentOn(id, finding, you.kind === 'visitor');
              })
          : null,
      openComment: onOpenThread,
    },
  };
}
