import type { AdminSnapshot } from '@stagelink/shared/contracts/admin';
import { moment } from '@stagelink/shared/domain/format';
import { Section } from '../../../kit/Section.tsx';
import { Link } from '../../../lib/router.ts';
import { useNow } from '../../../lib/useNow.ts';
import { AdminList } from '../AdminList.tsx';
import { AdminTable, type Column } from '../AdminTable.tsx';
import { describeEvent, snapshotOf } from '../analytics/describeEvent.ts';
import { feedTime } from '../analytics/format.ts';
import { useActivity, useAllSnapshots } from '../api.ts';
import cells from '../cells.module.css';
import { SnapshotActions } from '../snapshots/SnapshotActions.tsx';
import { When } from '../When.tsx';
import { t } from './copy.ts';
import styles from './UserPage.module.css';

const SHOWN_SNAPSHOTS = 10;
const SHOWN_EVENTS = 100;

const COLUMNS: readonly Column<AdminSnapshot>[] = [
  {
    label: t('snapshot'),
    cell: ({ id, name }) => (
      <a className={cells.name} href={`/s/${id}`}>
        {name}
      </a>
    ),
  },
  { label: t('created'), isWide: true, cell: ({ createdAt }) => <When at={createdAt} /> },
  { label: t('expires'), cell: ({ expiresAt }) => <When at={expiresAt} /> },
];

export function UserSnapshots({ uid }: { uid: string }) {
  const list = useAllSnapshots({ owner: uid, limit: SHOWN_SNAPSHOTS });
  return (
    <Section title={t('snapshots')}>
      <AdminList
        list={list}
        failed={t('snapshotsFailed')}
        empty={t('noSnapshots')}
        isEmpty={({ snapshots }) => snapshots.length === 0}
      >
        {(pages) => (
          <AdminTable
            label={t('snapshots')}
            columns={COLUMNS}
            rows={pages.flatMap(({ snapshots }) => snapshots)}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            renderActions={(snapshot) => <SnapshotActions snapshot={snapshot} />}
          />
        )}
      </AdminList>
      <div className={styles.actions}>
        <Link className={styles.link} to={`/admin?tab=snapshots&owner=${uid}`}>
          {t('allSnapshots')}
        </Link>
      </div>
    </Section>
  );
}

/** What the account did, newest first. */
export function UserTimeline({ uid }: { uid: string }) {
  const list = useActivity({ userId: uid, limit: SHOWN_EVENTS });
  const now = useNow();
  return (
    <Section title={t('timeline')}>
      <AdminList
        list={list}
        failed={t('timelineFailed')}
        empty={t('noEvents')}
        isEmpty={({ events }) => events.length === 0}
      >
        {(pages) => (
          <ol className={styles.rows} aria-label={t('timeline')}>
            {pages
              .flatMap(({ events }) => events)
              .map((event) => {
                const snapshot = snapshotOf(event);
                const at = new Date(event.timestamp);
                return (
                  <li key={event.id}>
                    <span>
                      {describeEvent(event)}{' '}
                      {snapshot !== null && <a href={`/s/${encodeURIComponent(snapshot)}`}>{snapshot}</a>}
                      {event.page !== '' && <span className={styles.second}> {event.page}</span>}
                    </span>
                    <time className={styles.when} dateTime={event.timestamp} title={moment(at)}>
                      {feedTime(at, now)}
                    </time>
                  </li>
                );
              })}
          </ol>
        )}
      </AdminList>
      <div className={styles.actions}>
        <Link className={styles.link} to={`/admin?tab=analytics&user=${uid}`}>
          {t('allEvents')}
        </Link>
        <Link className={styles.link} to={`/admin?tab=log&q=${uid}`}>
          {t('auditLog')}
        </Link>
      </div>
    </Section>
  );
}
