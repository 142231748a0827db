import type { Summary } from '../api.ts';
import { t } from './copy.ts';
import { Item, Widget } from './Widget.tsx';
import styles from './Widgets.module.css';

export function ReviewStatus({ status: { pending, overdue, links } }: { status: Summary['reviewStatus'] }) {
  const lead = (
    <p className={styles.lead}>
      <span>{t('pending', { count: pending })}</span>
      <span data-tone={overdue > 0 ? 'danger' : undefined}>{t('overdue', { count: overdue })}</span>
    </p>
  );
  return (
    <Widget title={t('reviewStatus')} lead={lead} empty={t('noReviews')} isEmpty={links.length === 0}>
      {links.map((snapshot) => {
        const { status, checkedOffCount: done, totalReviewers: total } = snapshot.review;
        return (
          <Item key={snapshot.id} snapshot={snapshot}>
            {status === 'overdue' && (
              <span className={styles.aside} data-tone="danger">
                {t('overdueOne')}
              </span>
            )}
            <span className={styles.aside}>{t('answered', { done, total })}</span>
          </Item>
        );
      })}
    </Widget>
  );
}
