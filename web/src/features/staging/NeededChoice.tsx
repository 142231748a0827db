import { describeQuestion, type NeededPath } from '@stagelink/shared/staging/core/questions';
import { Button } from '../../kit/Button.tsx';
import { t } from './copy.ts';
import styles from './OutputChoices.module.css';

interface NeededChoiceProps {
  needed: readonly NeededPath[];
  onChoose: (withNeeded: boolean) => void;
}

/** Asks whether to stage what is left out although a page refers to it. */
export function NeededChoice({ needed, onChoose }: NeededChoiceProps) {
  if (needed.length === 0) return null;
  return (
    <div className={styles.choices}>
      <Button variant="plain" onClick={() => onChoose(true)}>
        {describeQuestion({ kind: 'left_out', needed }).yes}
      </Button>
      <Button variant="plain" onClick={() => onChoose(false)}>
        {t('leaveOut')}
      </Button>
    </div>
  );
}
