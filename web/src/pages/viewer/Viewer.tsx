import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useRef, useState } from 'react';
import { followSnapshot } from '../../data/liveSnapshot.ts';
import { t as common } from '../../words/common.ts';
import { t } from '../../words/viewer.ts';
import { Column } from './Column.tsx';
import { Details } from './Details.tsx';
import { FileList } from './FileList.tsx';
import { News } from './News.tsx';
import { PreviewFailure } from './PreviewFailure.tsx';
import { TopBar } from './TopBar.tsx';
import { useColumns } from './useColumns.ts';
import { useKey } from './useKey.ts';
import { useStage } from './useStage.ts';

interface ViewerProps {
  snapshot: SnapshotView;
  /** Where in the prototype to begin. */
  firstRoute: string;
}

/** An open snapshot: the preview on its stage, and what we know of it around it. */
export function Viewer({ snapshot, firstRoute }: ViewerProps) {
  const { id, name, version } = snapshot;
  const { columns, toggle } = useColumns();
  const { status, page, reload, openAfresh } = useStage(snapshot, firstRoute);
  useKey(']', () => toggle('details'));

  useEffect(() => followSnapshot(id), [id]);

  useEffect(() => {
    document.title = `${name} · ${common('product')}`;
  }, [name]);

  const [news, setNews] = useState<string | null>(null);
  const shownVersion = useRef(version);
  useEffect(() => {
    if (version === shownVersion.current) return;
    shownVersion.current = version;
    reload();
    setNews(t('versionIsLive', { version }));
  }, [version, reload]);

  return (
    <>
      <TopBar snapshot={snapshot} route={page?.route ?? firstRoute} columns={columns} onToggle={toggle} />
      {columns.files && (
        <Column side="left" title={t('files')} onClose={() => toggle('files')}>
          <FileList snapshotId={id} files={snapshot.files} />
        </Column>
      )}
      {columns.details && (
        <Column side="right" title={t('details')} onClose={() => toggle('details')}>
          <Details snapshot={snapshot} page={page} />
        </Column>
      )}
      {status === 'failed' && <PreviewFailure onRetry={openAfresh} />}
      <News text={news} />
    </>
  );
}
