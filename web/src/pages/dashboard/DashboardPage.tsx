import type { User } from '@stagelink/shared/contracts/accounts';
import { lazy, Suspense, useEffect } from 'react';
import { track } from '../../lib/analytics/track.ts';
import { Navigate } from '../../lib/router.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from './copy.ts';
import { Text } from '../../kit/layout/Text.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import styles from './DashboardPage.module.css';
import { useCheckoutReturn } from './useCheckoutReturn.ts';
import { useHasNone } from '../../features/snapshots/api.ts';
import { Snapshots } from '../../features/snapshots/Snapshots.tsx';
import { FirstStage } from '../../features/staging/FirstStage.tsx';
import { StageButton } from '../../features/staging/StageButton.tsx';
import { StagingArea } from '../../features/staging/StagingArea.tsx';
import { ExtensionToggle } from '../../features/editorExtension/ExtensionToggle.tsx';
import { useExtensionCard } from '../../features/editorExtension/useExtensionCard.ts';
import { Facts } from '../../features/snapshots/overview/Facts.tsx';
import { useOverview } from '../../features/snapshots/overview/useOverview.ts';
import { Widgets } from '../../features/snapshots/overview/Widgets.tsx';
import { hasFilters, snapshotList } from '../../features/snapshots/snapshotFilters.ts';
import { useSortedListState } from '../../lib/useListState.ts';
import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import { type Project, useProjects } from '../../features/projects/api.ts';
import { ProjectFacts } from '../../features/projects/ProjectFacts.tsx';

/**
 * What the dashboard shows: all snapshots, those without a project, or one project, which may still be
 * loading or not exist.
 */
type ShownProject =
  | { kind: 'everything' }
  | { kind: 'without' }
  | { kind: 'project'; project: Project | undefined }
  | { kind: 'unknown' };

function useProjectShown(id: string | undefined): ShownProject {
  const { data } = useProjects();
  if (id === undefined) return { kind: 'everything' };
  if (id === NO_PROJECT) return { kind: 'without' };
  const project = data?.projects.find((each) => each.id === id);
  return data && !project ? { kind: 'unknown' } : { kind: 'project', project };
}

const extension = import('../../features/editorExtension/ExtensionCard.tsx');
// New accounts only.
const Checklist = lazy(async () => ({
  default: (await import('../../features/onboarding/Checklist.tsx')).Checklist,
}));
const ExtensionCard = lazy(async () => ({ default: (await extension).ExtensionCard }));

function titleOf(shown: ShownProject): string {
  if (shown.kind === 'without') return t('noProject');
  if (shown.kind === 'project') return shown.project?.name ?? '';
  return t('title');
}

export function DashboardPage({ user }: { user: User }) {
  const { state: question } = useSortedListState(snapshotList);
  const shown = useProjectShown(question.project);
  const title = titleOf(shown);
  const project = shown.kind === 'project' ? shown.project : undefined;
  const isOfAll = shown.kind === 'everything';
  const overview = useOverview();
  const card = useExtensionCard();
  // What was searched for comes first.
  const isSearching = hasFilters(question);
  const hasNone = useHasNone(question);
  useCheckoutReturn();
  useEffect(() => track('dashboard_visit'), []);
  useEffect(() => {
    document.title = title === '' ? common('product') : `${title} · ${common('product')}`;
  }, [title]);

  // Deleted, or another owner's.
  if (shown.kind === 'unknown') return <Navigate to="/dashboard" replace />;

  return (
    <>
      <header className={styles.head}>
        <h1 className={styles.title}>
          {project && <span className={styles.dot} style={{ background: project.color }} />}
          <Text as="span" isBreaking title={title} dir="auto">
            {title}
          </Text>
        </h1>
        <div className={styles.acts}>
          {isOfAll && <ExtensionToggle isOpen={card.isOpen} onToggle={card.toggle} />}
          <StageButton limits={user.limits} project={project} isMain={!hasNone} />
        </div>
        <div className={styles.facts}>
          {project && <ProjectFacts project={project} />}
          {isOfAll && (
            <Facts
              most={user.limits.activeSnapshots}
              isOpen={overview.isOpen}
              otherwise={t('subtitle')}
              onToggle={overview.toggle}
            />
          )}
        </div>
      </header>
      <Stack gap="large" above="large">
        {isOfAll && !isSearching && overview.isOpen && <Widgets />}
        {isOfAll && (
          <Suspense fallback={card.isOpen && !isSearching && <div className={styles.extension} />}>
            <ExtensionCard isPro={user.canAccessPro} isOpen={card.isOpen && !isSearching} />
          </Suspense>
        )}
        {isOfAll && !isSearching && (
          <Suspense>
            <Checklist />
          </Suspense>
        )}
        <StagingArea user={user} project={project} mayHint={!isSearching} />
        <Snapshots first={<FirstStage limits={user.limits} project={project} />} />
      </Stack>
    </>
  );
}
