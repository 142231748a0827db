import { openPreview } from '../snapshots/viewApi.ts';

interface TabTarget {
  id: string;
  route: string;
  /** Omitted for the live version. */
  version: number | undefined;
  /** Fallback URL without a ticket. */
  otherwise: string;
}

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
