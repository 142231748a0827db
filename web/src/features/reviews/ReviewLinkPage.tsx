import { ApiError } from '@stagelink/shared/client/call';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { enterReview } from './api.ts';
import { errorMessage } from '../../lib/errorMessage.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from './copy.ts';
import card from '../preview/MessagePage.module.css';
import { MessagePage } from '../preview/MessagePage.tsx';
import { Button } from '../../kit/Button.tsx';
import { LoadingScreen } from '../preview/LoadingScreen.tsx';

const isFinal = (error: Error) => error instanceof ApiError && error.status < 500;

interface ReviewLinkPageProps {
  /** Token of a personal link. */
  token: string;
  /** Rendered as the reviewer or, with an invalid token, as any visitor. */
  children: ReactNode;
}

/** Redeems the token of a reviewer's personal link. */
export function ReviewLinkPage({ token, children }: ReviewLinkPageProps) {
  const entry = useQuery({
    queryKey: ['entry', token],
    queryFn: () => enterReview(token),
    staleTime: Infinity,
  });
  const [isAnybody, setIsAnybody] = useState(false);

  if (entry.isSuccess || isAnybody) return children;
  if (entry.isFetching || !entry.error) return <LoadingScreen />;
  const isOver = isFinal(entry.error);
  return (
    <MessagePage title={t('entryFailed')}>
      <p role="alert">{errorMessage(entry.error, common('unreachable'))}</p>
      <div className={card['actions']}>
        {!isOver && <Button onClick={() => void entry.refetch()}>{common('retry')}</Button>}
        <Button variant={isOver ? 'main' : 'plain'} onClick={() => setIsAnybody(true)}>
          {t('goOn')}
        </Button>
      </div>
    </MessagePage>
  );
}
