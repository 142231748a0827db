import { CloseButton } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { t } from '../../../words/staging.ts';
import styles from './StagingArea.module.css';

interface StagingFailedProps {
  name: string;
  message: string;
  onDismiss: () => void;
}

export function StagingFailed({ name, message, onDismiss }: StagingFailedProps) {
  return (
    <div className={styles.card} role="alert">
      <div className={styles.head}>
        <CircleAlert className={styles.bad} size={16} aria-hidden />
        <p>{t('failed', { name })}</p>
        <CloseButton aria-label={t('dismiss')} onClick={onDismiss} />
      </div>
      <p>{message}</p>
    </div>
  );
}
