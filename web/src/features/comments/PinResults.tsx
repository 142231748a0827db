import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type { Preview } from '../preview/usePreview.ts';
import type { Thread } from './threads.ts';
import { usePinResults } from './usePinResults.ts';

interface PinResultsProps {
  snapshot: SnapshotView;
  preview: Preview;
  threads: readonly Thread[];
}

/** Reports how pins are found on the shown version. */
export function PinResults({ snapshot, preview, threads }: PinResultsProps) {
  usePinResults(snapshot, preview, threads);
  return null;
}
