import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import type { Project } from '../projects/api.ts';
import { ChooseButtons } from './ChooseButtons.tsx';
import { isBusy } from './steps.ts';
import { useStaging } from './useStaging.ts';

interface FirstStageProps {
  limits: PlanLimits;
  project: Pick<Project, 'id'> | undefined;
}

/** What an empty list offers. */
export function FirstStage({ limits, project }: FirstStageProps) {
  const { state, start } = useStaging(limits, project?.id ?? null);
  return <ChooseButtons onChosen={start} isDisabled={isBusy(state)} />;
}
