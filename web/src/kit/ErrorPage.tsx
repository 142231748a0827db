import { Button } from './Button.tsx';
import { buttonClass } from './buttonClass.ts';
import { Text } from './layout/Text.tsx';
import styles from './ErrorPage.module.css';
import { Logo } from './Logo.tsx';
import { t } from '../lib/commonCopy.ts';
import { mayPass } from '../lib/errorMessage.ts';

interface ErrorPageProps {
  message: string;
  hint?: string;
  /** Retry by default. */
  action?: string;
  /** Why it failed: after a final refusal there is a link to the start page instead of a retry. */
  error: unknown;
  onRetry: () => void;
}

/** A page that failed to load. */
export function ErrorPage({ message, hint, action = t('retry'), error, onRetry }: ErrorPageProps) {
  return (
    <main className={styles.page}>
      <Logo size={24} />
      <div role="alert">
        <Text size="large" isStrong>
          {message}
        </Text>
        {hint && <p className={styles.hint}>{hint}</p>}
      </div>
      {mayPass(error) ? (
        <Button onClick={onRetry}>{action}</Button>
      ) : (
        <a className={buttonClass()} href="/">
          {t('startPage')}
        </a>
      )}
    </main>
  );
}
