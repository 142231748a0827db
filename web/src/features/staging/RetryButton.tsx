import { Button } from '../../kit/Button.tsx';
import { t } from './copy.ts';
import { Line } from '../../kit/layout/Line.tsx';
import type { Failure } from './steps.ts';

interface RetryButtonProps {
  failure: Failure;
  onRetry: () => void;
}

export function RetryButton({ failure, onRetry }: RetryButtonProps) {
  if (!failure.mayRetry) return null;
  return (
    <Line gap="small" isWrapping>
      <Button variant="plain" onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </Line>
  );
}
