import { FolderUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { hasFilters, type SnapshotFilters, UNFILTERED } from './snapshotFilters.ts';
import { t } from './copy.ts';
import styles from './EmptyList.module.css';

interface EmptyListProps {
  question: SnapshotFilters;
  /** Including hidden ones. */
  total: number;
  /** What to do where there are none at all. */
  first: ReactNode;
  onAsk: (change: Partial<SnapshotFilters>) => void;
}

export function EmptyList({ question, total, first, onAsk }: EmptyListProps) {
  const isSearching = hasFilters(question);
  const areHidden =
    !isSearching && question.project === undefined && question.status === 'active' && total > 0;
  const isOnlySearch = question.search !== '' && !hasFilters({ ...question, search: '' });
  if (!isSearching && !areHidden) {
    return (
      <EmptyState
        className={styles.first}
        icon={<FolderUp size={20} aria-hidden />}
        title={t('empty')}
        hint={t('emptyAtAll')}
      >
        <div className={styles.acts}>{first}</div>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      className={styles.empty}
      title={t('empty')}
      hint={isSearching ? t('emptySearching') : t('onlyExpired', { count: total })}
    >
      {isSearching && (
        <Button
          variant="plain"
          size="small"
          onClick={() =>
            onAsk({ ...UNFILTERED, status: question.status === 'expired' ? 'active' : question.status })
          }
        >
          {t(isOnlySearch ? 'clearSearch' : 'clearFilters')}
        </Button>
      )}
      {areHidden && (
        <Button variant="plain" size="small" onClick={() => onAsk({ status: 'all' })}>
          {t('showExpired')}
        </Button>
      )}
    </EmptyState>
  );
}
