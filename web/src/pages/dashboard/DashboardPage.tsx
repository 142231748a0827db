import type { User } from '@stagelink/shared/contracts/accounts';
import { useEffect } from 'react';
import { SignedIn } from '../../SignedIn.tsx';
import { t as common } from '../../words/common.ts';
import { t } from '../../words/dashboard.ts';
import styles from './DashboardPage.module.css';
import { LiveLost } from './LiveLost.tsx';
import { Snapshots } from './snapshots/Snapshots.tsx';
import { StagingArea } from './staging/StagingArea.tsx';
import { TopBar } from './TopBar.tsx';
import { useLive } from './useLive.ts';

function Dashboard({ user }: { user: User }) {
  const live = useLive();
  useEffect(() => {
    document.title = `${t('title')} · ${common('product')}`;
  }, []);

  return (
    <>
      <TopBar user={user} live={live.state} />
      {live.state === 'failed' && <LiveLost onRetry={live.retry} />}
      <main className={styles.main}>
        <h1 className={styles.title}>{t('title')}</h1>
        <p className={styles.subtitle}>{t('subtitle')}</p>
        <div className={styles.parts}>
          <StagingArea limits={user.limits} />
          <Snapshots />
        </div>
      </main>
    </>
  );
}

/** Where an owner stages and looks after what they have staged. */
export function DashboardPage() {
  return <SignedIn>{(user) => <Dashboard user={user} />}</SignedIn>;
}
