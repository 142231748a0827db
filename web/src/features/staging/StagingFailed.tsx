import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { CloseButton } from '../../kit/CloseButton.tsx';
import { LinkedText } from '../../kit/LinkedText.tsx';
import { t } from './copy.ts';
import { NeededChoice } from './NeededChoice.tsx';
import { OutputChoices } from './OutputChoices.tsx';
import { RetryButton } from './RetryButton.tsx';
import { SecretChoice } from './SecretChoice.tsx';
import { StagingCard } from './StagingCard.tsx';
import type { Choice, Failure } from './steps.ts';
import styles from './StagingArea.module.css';

interface StagingFailedProps {
  name: string;
  failure: Failure;
  /** False without an account. */
  mayAllowSecrets: boolean;
  /** Where larger snapshots are offered; null for an account with Pro. */
  larger: ReactNode;
  onChoose: (choice: Choice) => void;
  onDismiss: () => void;
}

export function StagingFailed({
  name,
  failure,
  mayAllowSecrets,
  larger,
  onChoose,
  onDismiss,
}: StagingFailedProps) {
  return (
    <StagingCard role="alert">
      <div className={styles.head}>
        <CircleAlert className={styles.bad} size={16} aria-hidden />
        <p>{t('failed', { name })}</p>
        <CloseButton label={t('dismiss')} onClick={onDismiss} />
      </div>
      <p>
        <LinkedText text={failure.message} />
      </p>
      {failure.isTooLarge && larger}
      <RetryButton failure={failure} onRetry={() => onChoose({})} />
      <OutputChoices outputs={failure.outputs} onChoose={(output) => onChoose({ output })} />
      <NeededChoice needed={failure.needed} onChoose={(withNeeded) => onChoose({ withNeeded })} />
      {mayAllowSecrets && (
        <SecretChoice secrets={failure.secrets} onAllow={() => onChoose({ allowsSecrets: true })} />
      )}
    </StagingCard>
  );
}
