import { X } from 'lucide-react';
import { ResendVerification } from '../../../ui/ResendVerification.tsx';
import { t } from '../../../words/reviews.ts';
import { button, iconButton } from '../controls.ts';
import styles from './Dismissible.module.css';

export interface Trouble {
  title: string;
  /** Why, where that is known. */
  reason?: string;
  /** The owner has to verify their address first. */
  isUnverified?: boolean;
}

/** What went wrong, until somebody has read it. */
export function Dismissible({ trouble, onDismiss }: { trouble: Trouble; onDismiss: () => void }) {
  return (
    <div className={styles['trouble']} role="alert">
      <div>
        <p>
          <strong>{trouble.title}</strong>
          {trouble.reason && <span className={styles['reason']}>{trouble.reason}</span>}
        </p>
        {trouble.isUnverified && (
          <div className={styles['resend']}>
            <ResendVerification className={button('plain', 'small')} />
          </div>
        )}
      </div>
      <button type="button" className={iconButton} aria-label={t('dismiss')} onClick={onDismiss}>
        <X size={14} />
      </button>
    </div>
  );
}
