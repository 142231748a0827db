import { type AdminSnapshot, listAllSnapshots } from '@stagelink/shared/contracts/admin';
import { moment } from '@stagelink/shared/domain/format';
import { Section } from '../../../kit/Section.tsx';
import { Link } from '../../../lib/router.ts';
import { useNow } from '../../../lib/useNow.ts';
import { describeEvent, snapshotOf } from '../analytics/describeEvent.ts';
import { feedTime } from '../analytics/format.ts';
import { readSnapshots, type SnapshotQuery, useActivity } from '../api.ts';
import { PlainList } from '../list/AdminList.tsx';
import { Name, When } from '../list/cells.tsx';
import type { List } from '../list/describe.ts';
import { Pages } from '../list/Pages.tsx';
import { SnapshotActions } from '../snapshots/SnapshotActions.tsx';
import { t } from './copy.ts';
import { Text } from '../../../kit/layout/Text.tsx';
import styles from './UserPage.module.css';

const SHOWN_SNAPSHOTS = 10;
const SHOWN_EVENTS = 100;

const snapshotsList: List<AdminSnapshot, SnapshotQuery> = {
  label: t('snapshots'),
  path: listAllSnapshots.path,
  read: readSnapshots,
  failed: t('snapshotsFailed'),
  empty: t('noSnapshots'),
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  renderActions: (snapshot) => <SnapshotActions snapshot={snapshot} />,
  columns: [
    {
      label: t('snapshot'),
      cell: ({ id, name }) => (
        <Name>
          <a href={`/s/${id}`}>{name}</a>
        </Name>
      ),
    },
    { label: t('created'), place: 'wide', cell: ({ createdAt }) => <When at={createdAt} /> },
    { label: t('expires'), cell: ({ expiresAt }) => <When at={expiresAt} /> },
  ],
};

export const UserSnapshots = ({ uid }: { uid: string }) => (
  <Section title={t('snapshots')}>
    <PlainList list={snapshotsList} query={{ owner: uid, limit: SHOWN_SNAPSHOTS }} />
    <div className={styles.actions}>
      <Link className={styles.link} to={`/admin?tab=snapshots&owner=${uid}`}>
        {t('allSnapshots')}
      </Link>
    </div>
  </Section>
);

/** What the account did, newest first. */
export function UserTimeline({ uid }: { uid: string }) {
  const list = useActivity({ userId: uid, limit: SHOWN_EVENTS });
  const now = useNow();
  return (
    <Section title={t('timeline')}>
      <Pages
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
                      {event.page !== '' && (
                        <Text as="span" tone="muted" size="tiny">
                          {' '}
                          {event.page}
                        </Text>
                      )}
                    </span>
                    <time className={styles.when} dateTime={event.timestamp} title={moment(at)}>
                      {feedTime(at, now)}
                    </time>
                  </li>
                );
              })}
          </ol>
        )}
      </Pages>
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
