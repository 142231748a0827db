import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { FocusHold } from '../../features/preview/FocusHold.tsx';
import { HiddenStrip, IsolationStrip } from '../../features/preview/TabStrips.tsx';
import type { Preview } from '../../features/preview/usePreview.ts';
import { UnclaimedStrip } from '../../features/tryOut/UnclaimedStrip.tsx';
import { ReviewerStrip } from '../../features/reviews/ReviewerStrip.tsx';

interface StripsProps {
  snapshot: SnapshotView;
  preview: Preview;
  /** Opens a reviewer's request; null while it is open. */
  onReview: (() => void) | null;
}

/** What keeps the keyboard in the viewer, and lines above the preview: for a reviewer, for a snapshot without an owner, and for a page that works in a tab only. */
export function Strips({ snapshot, preview, onReview }: StripsProps) {
  return (
    <>
      {preview.chosen === snapshot.version && snapshot.you.kind === 'reviewer' && (
        <ReviewerStrip snapshot={snapshot} preview={preview} onRead={onReview} />
      )}
      {snapshot.isUnclaimed && <UnclaimedStrip snapshot={snapshot} />}
      <FocusHold preview={preview} />
      <HiddenStrip snapshot={snapshot} shown={preview} />
      {preview.isUnisolated && <IsolationStrip snapshot={snapshot} shown={preview} />}
    </>
  );
}
