import { errorMessage } from '../../lib/errorMessage.ts';
import { t } from './copy.ts';
import { MessagePage } from '../../features/preview/MessagePage.tsx';
import card from '../../features/preview/MessagePage.module.css';
import { Button } from '../../kit/Button.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';

export function BackToDashboard() {
  return (
    <a className={buttonClass({ variant: 'plain' })} href="/dashboard">
      {t('backToDashboard')}
    </a>
  );
}

interface ErrorMessageProps {
  title: string;
  text?: string;
  /** A link to continue. */
  way?: { label: string; href: string };
}

/** The snapshot does not exist, or no longer. */
export function ErrorMessage({ title, text, way }: ErrorMessageProps) {
  return (
    <MessagePage title={title}>
      {text && <p role="alert">{text}</p>}
      <div className={card['actions']}>
        {way && (
          <a className={buttonClass()} href={way.href}>
            {way.label}
          </a>
        )}
        <BackToDashboard />
      </div>
    </MessagePage>
  );
}

interface FetchFailureProps {
  error: Error;
  onRetry: () => void;
}

export function FetchFailure({ error, onRetry }: FetchFailureProps) {
  return (
    <MessagePage title={t('fetchFailed')}>
      <p role="alert">{errorMessage(error, t('previewFailed'))}</p>
      <div className={card['actions']}>
        <Button onClick={onRetry}>{t('tryAgain')}</Button>
        <BackToDashboard />
      </div>
    </MessagePage>
  );
}
