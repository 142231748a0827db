import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useRef, useState } from 'react';
import { followSnapshot } from '../../data/liveSnapshot.ts';
import { t as common } from '../../words/common.ts';
import { t } from '../../words/viewer.ts';
import { Column } from './Column.tsx';
import { FileList } from './FileList.tsx';
import { News } from './News.tsx';
import type { PanelName } from './panels.tsx';
import { PreviewFailure } from './PreviewFailure.tsx';
import { Side } from './Side.tsx';
import { TopBar } from './TopBar.tsx';
import { useColumns } from './useColumns.ts';
import { useKey } from './useKey.ts';
import { type OtherVersion, usePreview } from './usePreview.ts';

interface ViewerProps {
  snapshot: SnapshotView;
  /** Where in the prototype to begin. */
  firstRoute: string;
  /** Which version to begin with, where it is not the link's. */
  firstVersion: OtherVersion | null;
}

/** An open snapshot: the preview on its stage, and what we know of it around it. */
export function Viewer({ snapshot, firstRoute, firstVersion }: ViewerProps) {
  const { id, name, version } = snapshot;
  const { columns, toggle } = useColumns();
  const preview = usePreview(snapshot, firstRoute, firstVersion);
  const { status, reload, openAfresh } = preview;
  const isOwnVersion = preview.version === version;
  const [panel, setPanel] = useState<PanelName>('details');
  useKey('[', () => toggle('files'));
  useKey(']', () => toggle('panel'));

  useEffect(() => followSnapshot(id), [id]);

  useEffect(() => {
    document.title = `${name} · ${common('product')}`;
  }, [name]);

  const [news, setNews] = useState<string | null>(null);
  const shownVersion = useRef(version);
  useEffect(() => {
    if (version === shownVersion.current) return;
    shownVersion.current = version;
    // Whoever looks at another version is not taken away from it.
    if (isOwnVersion) reload();
    setNews(t('versionIsLive', { version }));
  }, [version, isOwnVersion, reload]);

  return (
    <>
      <TopBar snapshot={snapshot} preview={preview} columns={columns} onToggle={toggle} />
      {columns.files && (
        <Column side="left" label={t('files')} head={<h2>{t('files')}</h2>} onClose={() => toggle('files')}>
          <FileList snapshotId={id} files={snapshot.files} />
        </Column>
      )}
      {columns.panel && (
        <Side
          snapshot={snapshot}
          preview={preview}
          shown={panel}
          onShow={setPanel}
          onClose={() => toggle('panel')}
        />
      )}
      {status === 'failed' && <PreviewFailure onRetry={openAfresh} />}
      <News text={news} />
    </>
  );
}
