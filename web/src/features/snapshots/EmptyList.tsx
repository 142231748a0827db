import { Button } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import type { SnapshotFilters } from './snapshotFilters.ts';
import { t } from './copy.ts';
import styles from './EmptyList.module.css';
import { hasFilters, UNFILTERED } from './useSnapshotFilters.ts';

interface EmptyListProps {
  question: SnapshotFilters;
  /** Including hidden ones. */
  total: number;
  onAsk: (change: Partial<SnapshotFilters>) => void;
}

export function EmptyList({ question, total, onAsk }: EmptyListProps) {
  const isSearching = hasFilters(question);
  const areHidden = !isSearching && question.project === null && question.status === 'active' && total > 0;
  const isOnlySearch = question.search !== '' && !hasFilters({ ...question, search: '' });
  return (
    <EmptyState
      className={styles.empty}
      title={t('empty')}
      hint={
        isSearching ? t('emptySearching') : areHidden ? t('onlyExpired', { count: total }) : t('emptyAtAll')
      }
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
