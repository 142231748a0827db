import { ApiError } from '@stagelink/shared/client/call';
import { errorMessage } from '../../lib/errorMessage.ts';
import { t } from './copy.ts';
import { EndedPage } from './EndedPage.tsx';
import { ErrorMessage, FetchFailure } from './ErrorPages.tsx';
import { Gate } from './Gate.tsx';

interface UnopenedProps {
  id: string;
  /** Absent where the URL names no snapshot. */
  failed?: { error: Error; wasOpen: boolean; onRetry: () => void };
}

/** What is shown in place of a snapshot that does not open. */
export function Unopened({ id, failed }: UnopenedProps) {
  const code = failed?.error instanceof ApiError ? failed.error.code : undefined;
  if (id === '') return <ErrorMessage title={t('noId')} />;
  if (code === 'gone' || (code === 'not_found' && failed?.wasOpen)) return <EndedPage id={id} />;
  if (!failed || code === 'not_found') return <ErrorMessage title={t('notFound')} text={t('notFoundText')} />;
  if (code === 'password_required') return <Gate id={id} whose={errorMessage(failed.error, '')} />;
  return <FetchFailure error={failed.error} onRetry={failed.onRetry} />;
}
