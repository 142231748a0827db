import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import { lazy, Suspense } from 'react';
import { t } from './copy.ts';
import { DropZone } from './DropZone.tsx';
import { fromDrop } from './gather.ts';
import { StagingProgress } from './StagingProgress.tsx';
import styles from './StagingArea.module.css';
import { useFileDrop } from './useFileDrop.ts';
import { isBusy, useStaging } from './useStaging.ts';

const StagedCard = lazy(async () => ({ default: (await import('./StagedCard.tsx')).StagedCard }));
const StagingFailed = lazy(async () => ({ default: (await import('./StagingFailed.tsx')).StagingFailed }));

interface StagingAreaProps {
  limits: PlanLimits;
  /** The selected project; null for none. */
  projectId: string | null;
}

/** The drop zone, then the progress, then the link. */
export function StagingArea({ limits, projectId }: StagingAreaProps) {
  const { state, start, startWith, reset } = useStaging(limits, projectId);
  // Handled during an upload too, without effect: the browser would otherwise open the files and leave the
  // page.
  const isOver = useFileDrop((entries) =>
    start(entries[0]?.name ?? '', (options) => fromDrop(entries, options)),
  );

  return (
    <section aria-label={t('region')} className={styles.area}>
      <Suspense>
        {state.step === 'done' && <StagedCard staged={state.staged} onDismiss={reset} />}
        {state.step === 'failed' && (
          <StagingFailed
            name={state.name}
            message={state.message}
            outputs={state.outputs}
            onChoose={(output) => startWith(state.name, output)}
            onDismiss={reset}
          />
        )}
      </Suspense>
      {isBusy(state) ? (
        <StagingProgress state={state} onCancel={reset} />
      ) : (
        <DropZone limits={limits} isOver={isOver} isQuiet={state.step === 'done'} onChosen={start} />
      )}
    </section>
  );
}
