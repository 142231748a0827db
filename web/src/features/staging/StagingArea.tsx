import type { User } from '@stagelink/shared/contracts/accounts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { readStored, writeStored } from '../../lib/localStore.ts';
import { useMediaQuery } from '../../lib/useMediaQuery.ts';
import type { Project } from '../projects/api.ts';
import { t } from './copy.ts';
import { fromDrop } from './gather.ts';
import { Text } from '../../kit/layout/Text.tsx';
import { DropTarget } from './StagingCard.tsx';
import { StagingProgress } from './StagingProgress.tsx';
import styles from './StagingArea.module.css';
import { useFileDrop } from './useFileDrop.ts';
import { isBusy } from './steps.ts';
import { useStaging } from './useStaging.ts';

const loadOutcome = () => import('./StagingOutcome.tsx');
const StagingOutcome = lazy(async () => ({ default: (await loadOutcome()).StagingOutcome }));

const HINT = 'drop-hint';

/** Whether to say where files can be dropped: until it was read or done once. */
function useDropHint() {
  const isPossible = useMediaQuery('(hover: hover)');
  const [isUnread, setIsUnread] = useState(() => readStored(HINT) === null);
  function hide(): void {
    writeStored(HINT, 'seen');
    setIsUnread(false);
  }
  return { isShown: isPossible && isUnread, hide };
}

interface StagingAreaProps {
  user: Pick<User, 'limits' | 'canAccessPro'>;
  project: Pick<Project, 'id' | 'name'> | undefined;
  /** False where something else has the room. */
  mayHint: boolean;
}

/** Takes drops anywhere on the page; shows the progress, then the link. */
export function StagingArea({ user, project, mayHint }: StagingAreaProps) {
  const { state, start, startWith, reset } = useStaging(user.limits, project?.id ?? null);
  const hint = useDropHint();
  const isRunning = isBusy(state);
  useEffect(() => {
    // Before it is needed: then the connection may be lost.
    if (isRunning) void loadOutcome().catch(() => undefined);
  }, [isRunning]);
  // Handled during an upload too, without effect: the browser would otherwise open the files and leave the
  // page.
  const isOver = useFileDrop((entries) => {
    hint.hide();
    start(entries[0]?.name ?? '', (options) => fromDrop(entries, options));
  });
  const isDroppable = isOver && !isRunning;

  return (
    <section aria-label={t('region')} className={styles.area}>
      <Suspense>
        {(state.step === 'done' || state.step === 'failed') && (
          <StagingOutcome state={state} isPro={user.canAccessPro} onChoose={startWith} onDismiss={reset} />
        )}
      </Suspense>
      {isBusy(state) && <StagingProgress state={state} onCancel={reset} />}
      {state.step === 'idle' && mayHint && hint.isShown && (
        <p className={styles.once}>
          {t('anywhere')}
          <Button size="mini" variant="quiet" onClick={hint.hide}>
            {t('gotIt')}
          </Button>
        </p>
      )}
      {isDroppable && (
        <DropTarget>
          {project ? t('letGoIn', { project: project.name }) : t('letGo')}
          <Text as="span" size="small" tone="muted">
            {t('onRow')}
          </Text>
        </DropTarget>
      )}
    </section>
  );
}
