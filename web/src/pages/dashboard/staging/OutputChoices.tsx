import { Button } from '@mantine/core';
import { t } from '../../../words/staging.ts';
import styles from './OutputChoices.module.css';

interface OutputChoicesProps {
  /** Paths from the chosen folder; `.` is that folder as it is. */
  outputs: readonly string[];
  onChoose: (output: string) => void;
}

/** The folders that can be staged instead of what could not, one button each. */
export function OutputChoices({ outputs, onChoose }: OutputChoicesProps) {
  if (outputs.length === 0) return null;
  return (
    <div className={styles.choices}>
      {outputs.map((output) => (
        <Button key={output} size="sm" variant="default" onClick={() => onChoose(output)}>
          {output === '.' ? t('stageAsIs') : t('stageOutput', { output })}
        </Button>
      ))}
    </div>
  );
}
