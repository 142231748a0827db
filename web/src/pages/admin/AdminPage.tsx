import type { User } from '@stagelink/shared/contracts/accounts';
import { type ComponentType, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { SnapshotsTab } from '../../features/admin/snapshots/SnapshotsTab.tsx';
import { AnalyticsTab } from '../../features/admin/analytics/AnalyticsTab.tsx';
import { ChartsTab } from '../../features/admin/charts/ChartsTab.tsx';
import { LogTab } from '../../features/admin/log/LogTab.tsx';
import { UserPage } from '../../features/admin/user/UserPage.tsx';
import { UsersTab } from '../../features/admin/users/UsersTab.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { track } from '../../lib/analytics/track.ts';
import { listState, wordOf } from '../../lib/listState.ts';
import { Link, useParams } from '../../lib/router.ts';
import { useListState } from '../../lib/useListState.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './AdminPage.module.css';
import { t } from './copy.ts';

const TABS = {
  users: UsersTab,
  snapshots: SnapshotsTab,
  analytics: AnalyticsTab,
  charts: ChartsTab,
  log: LogTab,
} satisfies Record<string, ComponentType>;

type Tab = keyof typeof TABS;
const NAMES = Object.keys(TABS) as Tab[];
const shown = listState({ tab: wordOf(NAMES, 'users') });

export const title = t('title');

function AccessDenied() {
  return (
    <div role="alert" className={styles.denied}>
      <Text as="h1" size="title">
        {t('denied')}
      </Text>
      <p>{t('deniedText')}</p>
      <Link to="/dashboard">{t('dashboard')}</Link>
    </div>
  );
}

function Tabs({ current }: { current: Tab }) {
  const tabs = useRef<HTMLElement>(null);
  // On a phone the tabs scroll sideways.
  useEffect(() => {
    tabs.current
      ?.querySelector(`[data-tab=${current}]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav ref={tabs} aria-label={t('sections')} className={styles.tabs}>
      {NAMES.map((name) => (
        <Link
          key={name}
          data-tab={name}
          to={name === 'users' ? '/admin' : `/admin?tab=${name}`}
          aria-current={name === current ? 'page' : undefined}
        >
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}

/** The back office. The server checks the role in each call; here it only decides what is shown. */
export function AdminPage({ user }: { user: User }) {
  const { uid } = useParams();
  const { tab } = useListState(shown).state;
  const isAllowed = user.role === 'superadmin';
  const visit = useEffectEvent(() => track('admin_page_visit', `/admin/${uid === undefined ? tab : 'user'}`));
  // Once for a visit: each click would push all others out of the feed.
  useEffect(() => {
    if (isAllowed) visit();
  }, [isAllowed]);

  if (!isAllowed) return <AccessDenied />;
  if (uid !== undefined) return <UserPage key={uid} uid={uid} />;
  const Content = TABS[tab];
  return (
    <>
      <Text as="h1" size="title">
        {title}
      </Text>
      <p className={styles.subtitle}>{t('subtitle')}</p>
      <Tabs current={tab} />
      <Suspense fallback={<Skeleton heightPx={320} />}>
        <Content />
      </Suspense>
    </>
  );
}
