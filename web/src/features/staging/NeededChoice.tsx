import { describeQuestion, type NeededPath } from '@stagelink/shared/staging/core/questions';
import { Button } from '../../kit/Button.tsx';
import { t } from './copy.ts';
import { Line } from '../../kit/layout/Line.tsx';

interface NeededChoiceProps {
  needed: readonly NeededPath[];
  onChoose: (withNeeded: boolean) => void;
}

/** Asks whether to stage what is left out although a page refers to it. */
export function NeededChoice({ needed, onChoose }: NeededChoiceProps) {
  if (needed.length === 0) return null;
  return (
    <Line gap="small" isWrapping>
      <Button variant="plain" onClick={() => onChoose(true)}>
        {describeQuestion({ kind: 'left_out', needed }).yes}
      </Button>
      <Button variant="plain" onClick={() => onChoose(false)}>
        {t('leaveOut')}
      </Button>
    </Line>
  );
}
