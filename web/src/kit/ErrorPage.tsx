import { Button } from './Button.tsx';
import styles from './ErrorPage.module.css';
import { Logo } from './Logo.tsx';
import { t } from '../lib/commonCopy.ts';

interface ErrorPageProps {
  message: string;
  hint?: string;
  /** Retry by default. */
  action?: string;
  onRetry: () => void;
}

/** A page that failed to load. */
export function ErrorPage({ message, hint, action = t('retry'), onRetry }: ErrorPageProps) {
  return (
    <main className={styles.page}>
      <Logo size={24} />
      <div role="alert">
        <p className={styles.message}>{message}</p>
        {hint && <p className={styles.hint}>{hint}</p>}
      </div>
      <Button onClick={onRetry}>{action}</Button>
    </main>
  );
}
