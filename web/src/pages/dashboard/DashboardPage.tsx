import type { User } from '@stagelink/shared/contracts/accounts';
import { lazy, Suspense, useEffect } from 'react';
import { track } from '../../lib/analytics/track.ts';
import { Navigate } from '../../lib/router.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from './copy.ts';
import styles from './DashboardPage.module.css';
import { useCheckoutReturn } from './useCheckoutReturn.ts';
import { Snapshots } from '../../features/snapshots/Snapshots.tsx';
import { StagingArea } from '../../features/staging/StagingArea.tsx';
import { type ShownProject, useProjectShown } from './useProjectShown.ts';
import { Widgets } from '../../features/snapshots/overview/Widgets.tsx';

const extension = import('../../features/editorExtension/ExtensionCard.tsx');
const ExtensionCard = lazy(async () => ({ default: (await extension).ExtensionCard }));

function titleOf(shown: ShownProject): string {
  if (shown.kind === 'without') return t('noProject');
  if (shown.kind === 'project') return shown.project?.name ?? '';
  return t('title');
}

export function DashboardPage({ user }: { user: User }) {
  const shown = useProjectShown();
  const title = titleOf(shown);
  const project = shown.kind === 'project' ? shown.project : undefined;
  useCheckoutReturn();
  useEffect(() => track('dashboard_visit'), []);
  useEffect(() => {
    document.title = title === '' ? common('product') : `${title} · ${common('product')}`;
  }, [title]);

  // Deleted, or another owner's.
  if (shown.kind === 'unknown') return <Navigate to="/dashboard" replace />;

  return (
    <>
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
    </>
  );
}
