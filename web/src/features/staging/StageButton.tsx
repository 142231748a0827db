import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../../kit/Button.tsx';
import type { Project } from '../projects/api.ts';
import { t } from './copy.ts';
import styles from './StagingArea.module.css';
import { useFileInputs } from './useFileInputs.tsx';
import { isBusy, useStaging } from './useStaging.ts';

// The menu's code loads after the first render.
const menu = import('./StageMenu.tsx');
const StageMenu = lazy(async () => ({ default: (await menu).StageMenu }));

/** Id of the button, for keyboard shortcuts. */
export const START_ID = 'stage-snapshot';

interface StageButtonProps {
  limits: PlanLimits;
  /** The project it stages into; undefined for none. */
  project: Pick<Project, 'id' | 'name'> | undefined;
}

/** The way to a new snapshot besides dropping files on the page. */
export function StageButton({ limits, project }: StageButtonProps) {
  const { state, start } = useStaging(limits, project?.id ?? null);
  const { inputs, choose } = useFileInputs(start);
  const button = (
    <Button id={START_ID} variant={state.step === 'done' ? 'plain' : 'main'} disabled={isBusy(state)}>
      <Plus size={16} aria-hidden className={styles.plus} />
      {t('new')}
    </Button>
  );
  return (
    <>
      <Suspense fallback={button}>
        <StageMenu button={button} limits={limits} project={project} onChoose={choose} />
      </Suspense>
      {inputs}
    </>
  );
}
