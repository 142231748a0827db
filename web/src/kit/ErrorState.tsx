import { t } from '../lib/commonCopy.ts';
import { mayPass } from '../lib/errorMessage.ts';
import { Button } from './Button.tsx';
import { joinClasses } from './joinClasses.ts';
import styles from './ErrorState.module.css';

export interface ErrorStateProps {
  message: string;
  /** Retry by default. */
  action?: string;
  /** `line` has the button beside the message, `block` below it. */
  layout?: 'line' | 'block';
  className?: string | undefined;
  /** Why it failed: a final refusal offers no retry. */
  error: unknown;
  onRetry: () => void;
}

/** A part of a page that failed to load. */
export const ErrorState = ({
  message,
  action = t('retry'),
  layout = 'line',
  className,
  error,
  onRetry,
}: ErrorStateProps) => (
  <div role="alert" className={joinClasses(styles[layout], className)}>
    <p>{message}</p>
    {mayPass(error) && (
      <Button variant="plain" size="small" onClick={onRetry}>
        {action}
      </Button>
    )}
  </div>
);
