import { type AdminSession, listActiveSessions } from '@stagelink/shared/contracts/admin';
import { moment } from '@stagelink/shared/domain/format';
import { call } from '../../../lib/api.ts';
import { useNow } from '../../../lib/useNow.ts';
import { BackLink } from '../BackLink.tsx';
import { PlainList } from '../list/AdminList.tsx';
import { Muted, UserName } from '../list/cells.tsx';
import type { List } from '../list/describe.ts';
import { ExportLink } from '../list/ExportLink.tsx';
import { Text } from '../../../kit/layout/Text.tsx';
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

const sessionsList: List<AdminSession, object> = {
  label: t('sessions'),
  path: listActiveSessions.path,
  read: async (query) => {
    const { sessions: rows, ...page } = await call(listActiveSessions, query);
    return { rows, ...page };
  },
  failed: t('sessionsFailed'),
  empty: t('noSessions'),
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  columns: [
    { label: t('user'), cell: (user) => <UserName user={user} /> },
    { label: t('client'), place: 'wide', cell: ({ userAgent }) => <Muted>{userAgent}</Muted> },
    { label: t('lastUsed'), cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} /> },
  ],
};

const ALL = {};

/** The sessions that the total of active sessions counts. */
export const Sessions = () => (
  <section aria-label={t('sessions')}>
    <BackLink to="/admin?tab=analytics">{t('back')}</BackLink>
    <div className={styles.head}>
      <Text as="h2" size="large">
        {t('sessions')}
      </Text>
      <p className={styles.hint}>{t('sessionsHint')}</p>
      <ExportLink path={listActiveSessions.path} query={ALL} />
    </div>
    <PlainList list={sessionsList} query={ALL} />
  </section>
);
