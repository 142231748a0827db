import type { User } from '@stagelink/shared/contracts/accounts';
import { lazy, Suspense, useEffect } from 'react';
import { count } from '../../data/count.ts';
import { Shell } from '../../shell/Shell.tsx';
import { SignedIn } from '../../SignedIn.tsx';
import { useSearchParams } from '../../ui/router.ts';
import { t as common } from '../../words/common.ts';
import { t } from '../../words/dashboard.ts';
import styles from './DashboardPage.module.css';
import { useCheckoutReturn } from './useCheckoutReturn.ts';
import { Snapshots } from './snapshots/Snapshots.tsx';
import { StagingArea } from './staging/StagingArea.tsx';
import { Widgets } from './widgets/Widgets.tsx';

const extension = import('./extension/ExtensionCard.tsx');
const ExtensionCard = lazy(async () => ({ default: (await extension).ExtensionCard }));

function Dashboard({ user }: { user: User }) {
  const [query] = useSearchParams();
  useCheckoutReturn();
  const isInProject = query.has('project');
  useEffect(() => {
    document.title = `${t('title')} · ${common('product')}`;
    count('dashboard_visit');
  }, []);

  return (
    <Shell user={user}>
      <h1 className={styles.title}>{t('title')}</h1>
      <p className={styles.subtitle}>{t('subtitle')}</p>
      <div className={styles.parts}>
        <StagingArea limits={user.limits} />
        {!isInProject && <Widgets />}
        {!isInProject && (
          <Suspense fallback={<div className={styles.extension} />}>
            <ExtensionCard isPro={user.canAccessPro} />
          </Suspense>
        )}
        <Snapshots />
      </div>
    </Shell>
  );
}

/** Where an owner stages and looks after what they have staged. */
export function DashboardPage() {
  return <SignedIn>{(user) => <Dashboard user={user} />}</SignedIn>;
}
