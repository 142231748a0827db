import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { toastAction } from '../../kit/toast.ts';
import { t as preview } from './copy.ts';
import { t } from './isolationCopy.ts';
import { openInTab, tabTarget } from './openInTab.ts';
import type { Preview } from './usePreview.ts';

/** Says that the browser does not isolate the page in a frame, and offers a tab, where it does. */
export function sayNotIsolated(snapshot: SnapshotView, shown: Pick<Preview, 'route' | 'version'>): void {
  toastAction(t('notIsolated'), preview('openInNewTab'), () => void openInTab(tabTarget(snapshot, shown)));
}
