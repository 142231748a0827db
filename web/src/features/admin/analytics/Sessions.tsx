import { type AdminSession, listActiveSessions } from '@stagelink/shared/contracts/admin';
import { moment } from '@stagelink/shared/domain/format';
import { ArrowLeft } from 'lucide-react';
import { useNow } from '../../../lib/useNow.ts';
import { Link } from '../../../lib/router.ts';
import { AdminList } from '../AdminList.tsx';
import { AdminTable, type Column } from '../AdminTable.tsx';
import { useActiveSessions } from '../api.ts';
import cells from '../cells.module.css';
import { ExportLink } from '../ExportLink.tsx';
import styles from './Analytics.module.css';
import { t } from './copy.ts';
import { feedTime } from './format.ts';

function LastUsed({ at }: { at: string }) {
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={moment(date)}>
      {feedTime(date, now)}
    </time>
  );
}

const COLUMNS: readonly Column<AdminSession>[] = [
  {
    label: t('user'),
    cell: ({ uid, name, email }) => (
      <div className={cells.two}>
        <Link className={cells.name} to={`/admin/users/${uid}`}>
          {name}
        </Link>
        <span className={cells.second}>{email}</span>
      </div>
    ),
  },
  {
    label: t('client'),
    isWide: true,
    cell: ({ userAgent }) => <span className={cells.second}>{userAgent}</span>,
  },
  { label: t('lastUsed'), cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} /> },
];

/** The sessions that the total of active sessions counts. */
export function Sessions() {
  const list = useActiveSessions();
  return (
    <section aria-label={t('sessions')}>
      <Link to="/admin?tab=analytics" className={styles.back}>
        <ArrowLeft size={14} aria-hidden />
        {t('back')}
      </Link>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('sessions')}</h2>
        <p className={styles.hint}>{t('sessionsHint')}</p>
        <ExportLink path={listActiveSessions.path} query={{}} />
      </div>
      <AdminList
        list={list}
        failed={t('sessionsFailed')}
        empty={t('noSessions')}
        isEmpty={({ sessions }) => sessions.length === 0}
      >
        {(pages) => (
          <AdminTable
            label={t('sessions')}
            columns={COLUMNS}
            rows={pages.flatMap(({ sessions }) => sessions)}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
          />
        )}
      </AdminList>
    </section>
  );
}
