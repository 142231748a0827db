import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { FocusHold } from '../../features/preview/FocusHold.tsx';
import { HiddenStrip, IsolationStrip } from '../../features/preview/TabStrips.tsx';
import type { Preview } from '../../features/preview/usePreview.ts';
import { ReviewerStrip } from '../../features/reviews/ReviewerStrip.tsx';
import { UnclaimedStrip } from '../../features/tryOut/UnclaimedStrip.tsx';

interface StripsProps {
  snapshot: SnapshotView;
  preview: Preview;
  /** Opens the form for the decision; null while it is open. */
  onAnswer: (() => void) | null;
}

/** What keeps the keyboard in the viewer, and lines above the preview: for a reviewer, for a snapshot without an owner, and for a page that works in a tab only. */
export function Strips({ snapshot, preview, onAnswer }: StripsProps) {
  return (
    <>
      {preview.chosen === snapshot.version && snapshot.you.kind === 'reviewer' && (
        <ReviewerStrip snapshot={snapshot} onAnswer={onAnswer} />
      )}
      {snapshot.isUnclaimed && <UnclaimedStrip snapshot={snapshot} />}
      <FocusHold preview={preview} />
      <HiddenStrip snapshot={snapshot} shown={preview} />
      {preview.isUnisolated && <IsolationStrip snapshot={snapshot} shown={preview} />}
    </>
  );
}
