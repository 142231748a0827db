import { Button, Group } from '@mantine/core';
import { t } from '../../../words/staging.ts';

interface OutputChoicesProps {
  /** Paths from the chosen folder; `.` is that folder as it is. */
  outputs: readonly string[];
  onChoose: (output: string) => void;
}

/** The folders that can be staged instead of what could not, one button each. */
export function OutputChoices({ outputs, onChoose }: OutputChoicesProps) {
  if (outputs.length === 0) return null;
  return (
    <Group gap={8}>
      {outputs.map((output) => (
        <Button key={output} size="sm" variant="default" onClick={() => onChoose(output)}>
          {output === '.' ? t('stageAsIs') : t('stageOutput', { output })}
        </Button>
      ))}
    </Group>
  );
}
