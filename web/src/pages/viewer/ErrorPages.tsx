import { errorMessage, mayPass } from '../../lib/errorMessage.ts';
import { useSession } from '../../features/identity/account/sessionApi.ts';
import { t } from './copy.ts';
import { MessagePage } from '../../features/preview/MessagePage.tsx';
import card from '../../features/preview/MessagePage.module.css';
import { Button } from '../../kit/Button.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';

/** Null until it is known. */
function useIsSignedIn(): boolean | null {
  const { data: session } = useSession();
  return session === undefined ? null : Boolean(session.user);
}

/** A link that leads a visitor, who has no dashboard, to the start page. */
export function BackToDashboard() {
  return (
    <a className={buttonClass({ variant: 'plain' })} href={useIsSignedIn() ? '/dashboard' : '/'}>
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
  const isVisitor = useIsSignedIn() === false;
  return (
    <MessagePage title={title}>
      {text && <p role="alert">{text}</p>}
      {isVisitor && <p>{t('visitorHint')}</p>}
      <div className={card['actions']}>
        {isVisitor && (
          <a className={buttonClass({ variant: 'plain' })} href="/login" target="_top">
            {t('logIn')}
          </a>
        )}
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
        {mayPass(error) && <Button onClick={onRetry}>{t('tryAgain')}</Button>}
        <BackToDashboard />
      </div>
    </MessagePage>
  );
}
