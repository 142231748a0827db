import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { openPreview } from '../snapshots/viewApi.ts';
import type { Preview } from './usePreview.ts';

interface TabTarget {
  id: string;
  route: string;
  /** Omitted for the live version. */
  version: number | undefined;
  /** Fallback URL without a ticket. */
  otherwise: string;
}

/** Returns the page of the prototype that the preview shows. */
export const tabTarget = (
  { id, contentUrl, version: live }: SnapshotView,
  { route, version }: Pick<Preview, 'route' | 'version'>,
): TabTarget => ({
  id,
  route,
  version: version === live ? undefined : version,
  otherwise: contentUrl.replace(/\/$/, '') + route,
});

/**
 * Opens a page of the prototype in its own tab. A tab does not share the frame's grant and needs a
 * single-use ticket. Safari opens tabs only during the press, so the tab opens first and gets its URL
 * later.
 */
export async function openInTab({ id, route, version, otherwise }: TabTarget): Promise<void> {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  const url = await openPreview(id, route, version).catch(() => otherwise);
  if (tab) tab.location.replace(url);
}
