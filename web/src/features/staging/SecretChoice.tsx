import type { FoundSecret } from '@stagelink/shared/contracts/secrets';
import { describeQuestion } from '@stagelink/shared/staging/core/questions';
import { useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { t } from './copy.ts';
import { Line } from '../../kit/layout/Line.tsx';

interface SecretChoiceProps {
  secrets: readonly FoundSecret[];
  onAllow: () => void;
}

/** Lets a person publish files although they hold secret keys. */
export function SecretChoice({ secrets, onAllow }: SecretChoiceProps) {
  const [isAsking, setIsAsking] = useState(false);
  if (secrets.length === 0) return null;
  const { title, lines, question, yes } = describeQuestion({ kind: 'secrets', found: secrets });

  function allow(): Promise<boolean> {
    onAllow();
    return Promise.resolve(true);
  }

  return (
    <Line gap="small" isWrapping>
      <Button variant="plain" onClick={() => setIsAsking(true)}>
        {t('allowSecrets')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={question}
          text={`${title} ${lines.join('; ')}.`}
          action={yes}
          onConfirm={allow}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Line>
  );
}
