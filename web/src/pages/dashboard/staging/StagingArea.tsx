import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import { lazy, Suspense } from 'react';
import { t } from '../../../words/staging.ts';
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
  /** The project that is shown; null where what is staged belongs to none. */
  projectId: string | null;
}

/** Where a folder becomes a link: the drop zone, then its progress, then the link. */
export function StagingArea({ limits, projectId }: StagingAreaProps) {
  const { state, start, startWith, reset } = useStaging(limits, projectId);
  // Heard while something is under way too, when nothing comes of it: the browser would open the files and leave.
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
