import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type { Preview } from '../preview/usePreview.ts';

export interface VersionsProps {
  snapshot: SnapshotView;
  preview: Preview;
}
