import { ApiError } from '@stagelink/shared/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { enterReview } from '../../../data/reviews.ts';
import { sentence } from '../../../data/sentence.ts';
import { t as common } from '../../../words/common.ts';
import { t } from '../../../words/reviews.ts';
import card from '../CentredCard.module.css';
import { CentredCard } from '../CentredCard.tsx';
import { button } from '../controls.ts';
import { Opening } from '../Opening.tsx';

const isFinal = (error: Error) => error instanceof ApiError && error.status < 500;

interface EntranceProps {
  /** Of a personal link. */
  token: string;
  /** What is behind it, as the reviewer; or, where the link is worth nothing, as anybody. */
  children: ReactNode;
}

/** Where a reviewer's personal link is taken for what it is worth. */
export function Entrance({ token, children }: EntranceProps) {
  const entry = useQuery({
    queryKey: ['entry', token],
    queryFn: () => enterReview(token),
    staleTime: Infinity,
  });
  const [isAnybody, setIsAnybody] = useState(false);

  if (entry.isSuccess || isAnybody) return children;
  if (entry.isFetching || !entry.error) return <Opening />;
  const isOver = isFinal(entry.error);
  return (
    <CentredCard title={t('entryFailed')}>
      <p role="alert">{sentence(entry.error, common('unreachable'))}</p>
      <div className={card['actions']}>
        {!isOver && (
          <button type="button" className={button('main')} onClick={() => void entry.refetch()}>
            {common('retry')}
          </button>
        )}
        <button
          type="button"
          className={button(isOver ? 'main' : 'plain')}
          onClick={() => setIsAnybody(true)}
        >
          {t('goOn')}
        </button>
      </div>
    </CentredCard>
  );
}
