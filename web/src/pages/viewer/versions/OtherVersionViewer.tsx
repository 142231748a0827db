import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { useVersions } from '../../../data/versions.ts';
import { t } from '../../../words/versions.ts';
import { FetchFailure, Refusal } from '../Refusals.tsx';
import { Opening } from '../Opening.tsx';
import type { PanelName } from '../panels.tsx';
import { Viewer } from '../Viewer.tsx';

interface OtherVersionViewerProps {
  snapshot: SnapshotView;
  firstRoute: string;
  firstThread: string | null;
  firstPanel: PanelName | null;
  version: number;
}

/** An address that names a version: it has to be found before anything is shown. */
export function OtherVersionViewer({ snapshot, version, ...first }: OtherVersionViewerProps) {
  const { data: versions, error, isPending, refetch } = useVersions(snapshot.id);
  // Once it is open, the viewer itself knows what it shows.
  const [found, setFound] = useState<boolean | null>(null);
  const named = versions?.find(({ number }) => number === version);
  if (found === null && versions) setFound(named !== undefined);

  if (isPending) return <Opening />;
  if (error && !versions) return <FetchFailure error={error} onRetry={() => void refetch()} />;
  if (!found) {
    const way = { label: t('openShown'), href: `/s/${snapshot.id}` };
    return <Refusal title={t('notThere', { version })} text={t('notThereText')} way={way} />;
  }
  return <Viewer snapshot={snapshot} {...first} firstVersion={named && !named.isShown ? named : null} />;
}
