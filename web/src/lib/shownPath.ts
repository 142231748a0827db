import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { type ViewerPage, viewerPath } from '@stagelink/shared/preview/viewerPath';

/**
 * Returns the path of the viewer on a page. Browsers name the destination of a request in secure contexts only; without
 * it, and in path mode, `/s/{id}/page` is the file, and the longer form leads to the viewer.
 */
export const shownPath = (
  { id, contentOrigin }: Pick<SnapshotView, 'id' | 'contentOrigin'>,
  page: Omit<ViewerPage, 'root'>,
): string =>
  viewerPath(id, { ...page, root: window.isSecureContext && contentOrigin !== null ? 's' : 'viewer' });
