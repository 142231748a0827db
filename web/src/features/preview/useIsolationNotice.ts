import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useEffectEvent } from 'react';
import { toastAction } from '../../kit/toast.ts';
import { t } from './copy.ts';
import { openInTab, tabTarget } from './openInTab.ts';
import type { Preview } from './usePreview.ts';

type Shown = Pick<Preview, 'listen' | 'route' | 'version'>;

/** Says once that the browser does not isolate the page in a frame, and offers a tab, where it does. */
export function useIsolationNotice(snapshot: SnapshotView, preview: Shown): void {
  const { listen } = preview;
  const open = useEffectEvent(() => void openInTab(tabTarget(snapshot, preview)));
  useEffect(() => {
    const stop = listen(({ type }) => {
      if (type !== 'unisolated') return;
      stop();
      toastAction(t('notIsolated'), t('openInNewTab'), () => open());
    });
    return stop;
  }, [listen]);
}
