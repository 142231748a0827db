import { X } from 'lucide-react';
import { t } from '../../../words/reviews.ts';
import { iconButton } from '../controls.ts';
import styles from './Dismissible.module.css';

export interface Trouble {
  title: string;
  /** Why, where that is known. */
  reason?: string;
}

/** What went wrong, until somebody has read it. */
export function Dismissible({ trouble, onDismiss }: { trouble: Trouble; onDismiss: () => void }) {
  return (
    <div className={styles['trouble']} role="alert">
      <p>
        <strong>{trouble.title}</strong>
        {trouble.reason && <span className={styles['reason']}>{trouble.reason}</span>}
      </p>
      <button type="button" className={iconButton} aria-label={t('dismiss')} onClick={onDismiss}>
        <X size={14} />
      </button>
    </div>
  );
}
