import { Button } from '@mantine/core';
import type { ListQuestion } from '../../../data/snapshots.ts';
import { t } from '../../../words/snapshots.ts';
import styles from './EmptyList.module.css';

interface EmptyListProps {
  question: ListQuestion;
  /** All there are, hidden ones too. */
  total: number;
  onAsk: (change: Partial<ListQuestion>) => void;
}

export function EmptyList({ question, total, onAsk }: EmptyListProps) {
  const isSearching = question.search !== '';
  const areHidden = !isSearching && !question.expired && total > 0;
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{t('empty')}</p>
      <p className={styles.hint}>
        {isSearching ? t('emptySearching') : areHidden ? t('onlyExpired', { count: total }) : t('emptyAtAll')}
      </p>
      {isSearching && (
        <Button variant="default" size="xs" onClick={() => onAsk({ search: '' })}>
          {t('clearSearch')}
        </Button>
      )}
      {areHidden && (
        <Button variant="default" size="xs" onClick={() => onAsk({ expired: true })}>
          {t('showExpired')}
        </Button>
      )}
    </div>
  );
}
