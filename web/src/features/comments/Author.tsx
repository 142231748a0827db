import type { Comment } from '@stagelink/shared/contracts/comments';
import { ago, moment } from '@stagelink/shared/domain/format';
import { BadgeCheck } from 'lucide-react';
import { useNow } from '../../lib/useNow.ts';
import { t } from './copy.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { initialOf } from '../../lib/initialOf.ts';
import { Line } from '../../kit/layout/Line.tsx';
import styles from './Author.module.css';

export function Author({ comment }: { comment: Comment }) {
  const { authorName, isAnonymous, hasAccount, isOwner, isReviewer, createdAt, editedAt } = comment;
  const now = useNow();
  const written = new Date(createdAt);
  return (
    <Line as="span" gap="small" align="center">
      <span className={styles.avatar} aria-hidden="true">
        {initialOf(authorName)}
      </span>
      <span className={styles.who}>
        <span className={styles.name} title={authorName} dir="auto">
          {authorName}
        </span>
        {!isAnonymous && hasAccount && (
          <span className={styles.tick} title={t('verified')}>
            <BadgeCheck size={14} />
            <VisuallyHidden>{t('verified')}</VisuallyHidden>
          </span>
        )}
        {isOwner && <span className={styles.mark}>{t('owner')}</span>}
        {isReviewer && <span className={styles.mark}>{t('reviewer')}</span>}
        <time className={styles.time} dateTime={written.toISOString()} title={moment(written)}>
          {ago(written, now)}
        </time>
        {editedAt !== null && (
          <span className={styles.time} title={moment(new Date(editedAt))}>
            {t('edited')}
          </span>
        )}
      </span>
    </Line>
  );
}
