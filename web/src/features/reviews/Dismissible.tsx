import { X } from 'lucide-react';
import { ResendVerification } from '../identity/account/ResendVerification.tsx';
import { t } from './copy.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import styles from './Dismissible.module.css';

export interface Failure {
  title: string;
  reason?: string;
  /** The owner must verify their email address first. */
  isUnverified?: boolean;
}

/** An error that stays until it is dismissed. */
export function Dismissible({ trouble, onDismiss }: { trouble: Failure; onDismiss: () => void }) {
  return (
    <div className={styles.trouble} role="alert">
      <div>
        <p>
          <strong>{trouble.title}</strong>
          {trouble.reason && <span className={styles.reason}>{trouble.reason}</span>}
        </p>
        {trouble.isUnverified && (
          <div className={styles.resend}>
            <ResendVerification className={buttonClass({ variant: 'plain', size: 'small' })} />
          </div>
        )}
      </div>
      <IconButton label={t('dismiss')} onClick={onDismiss}>
        <X size={14} />
      </IconButton>
    </div>
  );
}
