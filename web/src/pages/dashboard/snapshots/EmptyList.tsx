import { Button } from '@mantine/core';
import type { ListQuestion } from '../../../data/listQuestion.ts';
import { t } from '../../../words/snapshots.ts';
import styles from './EmptyList.module.css';
import { isNarrowed, UNFILTERED } from './useListQuestion.ts';

interface EmptyListProps {
  question: ListQuestion;
  /** All there are, hidden ones too. */
  total: number;
  onAsk: (change: Partial<ListQuestion>) => void;
}

export function EmptyList({ question, total, onAsk }: EmptyListProps) {
  const isSearching = isNarrowed(question);
  const areHidden = !isSearching && question.project === null && question.status === 'active' && total > 0;
  const isOnlySearch = question.search !== '' && !isNarrowed({ ...question, search: '' });
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{t('empty')}</p>
      <p className={styles.hint}>
        {isSearching ? t('emptySearching') : areHidden ? t('onlyExpired', { count: total }) : t('emptyAtAll')}
      </p>
      {isSearching && (
        <Button
          variant="default"
          size="xs"
          onClick={() =>
            onAsk({ ...UNFILTERED, status: question.status === 'expired' ? 'active' : question.status })
          }
        >
          {t(isOnlySearch ? 'clearSearch' : 'clearFilters')}
        </Button>
      )}
      {areHidden && (
        <Button variant="default" size="xs" onClick={() => onAsk({ status: 'all' })}>
          {t('showExpired')}
        </Button>
      )}
    </div>
  );
}
