import { Button } from '../../kit/Button.tsx';
import { t } from './copy.ts';
import styles from './OutputChoices.module.css';
import type { Failure } from './steps.ts';

interface RetryButtonProps {
  failure: Failure;
  onRetry: () => void;
}

export function RetryButton({ failure, onRetry }: RetryButtonProps) {
  if (!failure.mayRetry) return null;
  return (
    <div className={styles.choices}>
      <Button variant="plain" onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </div>
  );
}
