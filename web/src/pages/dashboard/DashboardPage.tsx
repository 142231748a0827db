import type { User } from '@stagelink/shared/contracts/accounts';
import { useEffect } from 'react';
import { Shell } from '../../shell/Shell.tsx';
import { SignedIn } from '../../SignedIn.tsx';
import { t as common } from '../../words/common.ts';
import { t } from '../../words/dashboard.ts';
import styles from './DashboardPage.module.css';
import { Snapshots } from './snapshots/Snapshots.tsx';
import { StagingArea } from './staging/StagingArea.tsx';

function Dashboard({ user }: { user: User }) {
  useEffect(() => {
    document.title = `${t('title')} · ${common('product')}`;
  }, []);

  return (
    <Shell user={user}>
      <h1 className={styles.title}>{t('title')}</h1>
      <p className={styles.subtitle}>{t('subtitle')}</p>
      <div className={styles.parts}>
        <StagingArea limits={user.limits} />
        <Snapshots />
      </div>
    </Shell>
  );
}

/** Where an owner stages and looks after what they have staged. */
export function DashboardPage() {
  return <SignedIn>{(user) => <Dashboard user={user} />}</SignedIn>;
}
