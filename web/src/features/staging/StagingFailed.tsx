import { CircleAlert } from 'lucide-react';
import { CloseButton } from '../../kit/CloseButton.tsx';
import { LinkedText } from '../../lib/LinkedText.tsx';
import { t } from './copy.ts';
import { OutputChoices } from './OutputChoices.tsx';
import styles from './StagingArea.module.css';

interface StagingFailedProps {
  name: string;
  message: string;
  outputs: readonly string[];
  onChoose: (output: string) => void;
  onDismiss: () => void;
}

export function StagingFailed({ name, message, outputs, onChoose, onDismiss }: StagingFailedProps) {
  return (
    <div className={styles.card} role="alert">
      <div className={styles.head}>
        <CircleAlert className={styles.bad} size={16} aria-hidden />
        <p>{t('failed', { name })}</p>
        <CloseButton label={t('dismiss')} onClick={onDismiss} />
      </div>
      <p>
        <LinkedText text={message} />
      </p>
      <OutputChoices outputs={outputs} onChoose={onChoose} />
    </div>
  );
}
