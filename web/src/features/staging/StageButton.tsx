import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import type { Project } from '../projects/api.ts';
import { t } from './copy.ts';
import styles from './StagingArea.module.css';
import { StageMenu } from './StageMenu.tsx';
import { useFileInputs } from './useFileInputs.tsx';
import { isBusy } from './steps.ts';
import { useStaging } from './useStaging.ts';

interface StageButtonProps {
  limits: PlanLimits;
  /** The project it stages into; undefined for none. */
  project: Pick<Project, 'id' | 'name'> | undefined;
  /** False where the page has another main button. */
  isMain: boolean;
}

/** The way to a new snapshot besides dropping files on the page. */
export function StageButton({ limits, project, isMain }: StageButtonProps) {
  const { state, start } = useStaging(limits, project?.id ?? null);
  const { inputs, choose } = useFileInputs(start);
  const [isAsked, setIsAsked] = useState(false);
  const button = (
    <Button
      data-starts-staging
      aria-haspopup="menu"
      variant={isMain && state.step !== 'done' ? 'main' : 'plain'}
      disabled={isBusy(state)}
      onClick={() => setIsAsked(true)}
    >
      <Plus size={16} aria-hidden className={styles.plus} />
      {t('new')}
    </Button>
  );
  return (
    <>
      {isAsked ? <StageMenu button={button} limits={limits} project={project} onChoose={choose} /> : button}
      {inputs}
    </>
  );
}
