import { Mark } from './Mark.tsx';
import { t } from '../words/common.ts';
import styles from './Problem.module.css';

interface ProblemProps {
  message: string;
  hint?: string;
  /** What the button says; Retry when left out. */
  action?: string;
  onRetry: () => void;
}

/** Something that should be here is not: one sentence, one action. Needs no other part to work. */
export function Problem({ message, hint, action = t('retry'), onRetry }: ProblemProps) {
  return (
    <main className={styles.problem}>
      <Mark size={24} />
      <div role="alert">
        <p className={styles.message}>{message}</p>
        {hint && <p className={styles.hint}>{hint}</p>}
      </div>
      <button type="button" className={styles.action} onClick={onRetry}>
        {action}
      </button>
    </main>
  );
}
