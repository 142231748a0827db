import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { useVersions } from '../../features/versions/api.ts';
import { t } from '../../features/versions/copy.ts';
import { FetchFailure, ErrorMessage } from './ErrorPages.tsx';
import { LoadingScreen } from '../../features/preview/LoadingScreen.tsx';
import type { PanelName } from './panels.tsx';
import { Viewer } from './Viewer.tsx';

interface OtherVersionViewerProps {
  snapshot: SnapshotView;
  firstRoute: string;
  firstThread: string | null;
  firstPanel: PanelName | null;
  version: number;
}

/** The URL names a version, which must be looked up first. */
export function OtherVersionViewer({ snapshot, version, ...first }: OtherVersionViewerProps) {
  const { data: versions, error, isPending, refetch } = useVersions(snapshot.id);
  // Once open, the viewer itself tracks the version.
  const [found, setFound] = useState<boolean | null>(null);
  const named = versions?.find(({ number }) => number === version);
  if (found === null && versions) setFound(named !== undefined);

  if (isPending) return <LoadingScreen />;
  if (error && !versions) return <FetchFailure error={error} onRetry={() => void refetch()} />;
  if (!found) {
    const way = { label: t('openShown'), href: `/s/${snapshot.id}` };
    return <ErrorMessage title={t('notThere', { version })} text={t('notThereText')} way={way} />;
  }
  return <Viewer snapshot={snapshot} {...first} firstVersion={named && !named.isShown ? named : null} />;
}
