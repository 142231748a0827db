import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useRef } from 'react';
import type { Preview } from '../../features/preview/usePreview.ts';
import { toast } from '../../kit/toast.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from './copy.ts';

/** Shows a version that was published meanwhile, and says so. */
export function useNewVersions(snapshot: SnapshotView, preview: Preview): void {
  const { version } = snapshot;
  const { reload } = preview;
  const isLive = preview.chosen === version;
  const shown = useRef(version);
  useEffect(() => {
    if (version === shown.current) return;
    shown.current = version;
    // Does not interrupt viewing another version.
    if (isLive) reload();
    toast(t('versionIsLive', { version }));
  }, [version, isLive, reload]);
}

export function useTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} · ${common('product')}`;
  }, [name]);
}
