import { openPreview } from '../../data/snapshotView.ts';

interface Place {
  id: string;
  route: string;
  /** Left out for what the link shows. */
  version: number | undefined;
  /** Where the tab is led when no ticket was given. */
  otherwise: string;
}

/**
 * Opens a place of the prototype in a tab of its own. A tab has no part in the frame's permission: it needs a ticket,
 * good for this once. Safari opens a tab only while the press is handled, so the tab comes first and its address later.
 */
export async function openInTab({ id, route, version, otherwise }: Place): Promise<void> {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  const url = await openPreview(id, route, version).catch(() => otherwise);
  if (tab) tab.location.replace(url);
}
