import type { User } from '@stagelink/shared/contracts/accounts';
import { lazy, Suspense, useEffect } from 'react';
import { count } from '../../data/count.ts';
import { Shell } from '../../shell/Shell.tsx';
import { SignedIn } from '../../SignedIn.tsx';
import { Navigate } from '../../ui/router.ts';
import { t as common } from '../../words/common.ts';
import { t } from '../../words/dashboard.ts';
import styles from './DashboardPage.module.css';
import { useCheckoutReturn } from './useCheckoutReturn.ts';
import { Snapshots } from './snapshots/Snapshots.tsx';
import { StagingArea } from './staging/StagingArea.tsx';
import { type Shown, useProjectShown } from './useProjectShown.ts';
import { Widgets } from './widgets/Widgets.tsx';

const extension = import('./extension/ExtensionCard.tsx');
const ExtensionCard = lazy(async () => ({ default: (await extension).ExtensionCard }));

function titleOf(shown: Shown): string {
  if (shown.kind === 'without') return t('noProject');
  if (shown.kind === 'project') return shown.project?.name ?? '';
  return t('title');
}

function Dashboard({ user }: { user: User }) {
  const shown = useProjectShown();
  const title = titleOf(shown);
  const project = shown.kind === 'project' ? shown.project : undefined;
  useCheckoutReturn();
  useEffect(() => count('dashboard_visit'), []);
  useEffect(() => {
    document.title = title === '' ? common('product') : `${title} · ${common('product')}`;
  }, [title]);

  // Deleted meanwhile, or never ours.
  if (shown.kind === 'unknown') return <Navigate to="/dashboard" replace />;

  return (
    <Shell user={user}>
      <h1 className={styles.title}>
        {project && <span className={styles.dot} style={{ background: project.color }} />}
        <span className={styles.name}>{title}</span>
      </h1>
      {shown.kind === 'everything' && <p className={styles.subtitle}>{t('subtitle')}</p>}
      <div className={styles.parts}>
        <StagingArea limits={user.limits} projectId={project?.id ?? null} />
        {shown.kind === 'everything' && (
          <>
            <Widgets />
            <Suspense fallback={<div className={styles.extension} />}>
              <ExtensionCard isPro={user.canAccessPro} />
            </Suspense>
          </>
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
