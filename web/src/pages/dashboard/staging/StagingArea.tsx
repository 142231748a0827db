import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import { t } from '../../../words/staging.ts';
import { DropZone } from './DropZone.tsx';
import { StagedCard } from './StagedCard.tsx';
import { StagingFailed } from './StagingFailed.tsx';
import { StagingProgress } from './StagingProgress.tsx';
import styles from './StagingArea.module.css';
import { useStaging } from './useStaging.ts';

interface StagingAreaProps {
  limits: PlanLimits;
  /** The project that is shown; null where what is staged belongs to none. */
  projectId: string | null;
}

/** Where a folder becomes a link: the drop zone, then its progress, then the link. */
export function StagingArea({ limits, projectId }: StagingAreaProps) {
  const { state, start, reset } = useStaging(limits, projectId);
  const isBusy = state.step === 'reading' || state.step === 'sending';

  return (
    <section aria-label={t('region')} className={styles.area}>
      {isBusy && <StagingProgress state={state} onCancel={reset} />}
      {state.step === 'done' && <StagedCard staged={state.staged} onDismiss={reset} />}
      {state.step === 'failed' && (
        <StagingFailed name={state.name} message={state.message} onDismiss={reset} />
      )}
      {!isBusy && (
        <DropZone
          limits={limits}
          isQuiet={state.step === 'done'}
          onChosen={(name, gather) => void start(name, gather)}
        />
      )}
    </section>
  );
}
