import { Button } from '../../kit/Button.tsx';
import { t } from './copy.ts';
import { Line } from '../../kit/layout/Line.tsx';

interface OutputChoicesProps {
  /** Paths relative to the chosen folder; `.` is the folder itself. */
  outputs: readonly string[];
  onChoose: (output: string) => void;
}

export function OutputChoices({ outputs, onChoose }: OutputChoicesProps) {
  if (outputs.length === 0) return null;
  return (
    <Line gap="small" isWrapping>
      {outputs.map((output) => (
        <Button key={output} variant="plain" onClick={() => onChoose(output)}>
          {output === '.' ? t('stageAsIs') : t('stageOutput', { output })}
        </Button>
      ))}
    </Line>
  );
}
