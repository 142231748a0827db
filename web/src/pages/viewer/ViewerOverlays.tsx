import { lazy, Suspense } from 'react';
import { PinThread } from '../../features/comments/PinThread.tsx';
import { useOpenThread, usePinWriting, useThreadList } from '../../features/comments/threadsContext.ts';
import { HiddenPins } from '../../features/pins/PickBar.tsx';
import type { ShowToast } from '../../kit/viewer/useVersionToast.ts';
import { MobileActionBar } from './MobileActionBar.tsx';
import type { PanelProps } from './panels.tsx';
import { WritingOnPage } from './WritingOnPage.tsx';

const PinChooser = lazy(async () => ({
  default: (await import('../../features/pins/PinChooser.tsx')).PinChooser,
}));

interface ViewerOverlaysProps extends PanelProps {
  /** Number of unresolved threads. */
  unresolved: number;
  /** A column is open, on a phone over the preview. */
  isCovered: boolean;
  onComment: () => void;
  onComments: () => void;
  onWalk: (by: 1 | -1) => void;
  say: ShowToast;
}

/** Comments over the preview: what is being written, and the thread at its pin. */
export function ViewerOverlays(overlays: ViewerOverlaysProps) {
  const { unresolved, isCovered, onComment, onComments, onWalk, say, ...props } = overlays;
  const { snapshot, preview } = props;
  const { canComment } = snapshot;
  const { arePinsShown, togglePins } = useThreadList();
  const { current, isAtPin, pressed, openAtPin, forgetPressed } = useOpenThread();
  const { isWriting } = usePinWriting();
  return (
    <>
      {!isWriting && !isAtPin && !isCovered && (
        <MobileActionBar
          open={unresolved}
          onOpen={onComments}
          onComment={canComment ? onComment : null}
          canPick={preview.phase === 'ready' && canComment}
          say={say}
        />
      )}
      {isWriting && <WritingOnPage {...props} onComments={onComments} say={say} />}
      {!arePinsShown && !isWriting && <HiddenPins onShow={togglePins} />}
      {isAtPin && !isWriting && current && <PinThread {...props} thread={current} onWalk={onWalk} />}
      <Suspense>
        {pressed.length > 0 && <PinChooser threads={pressed} onChoose={openAtPin} onClose={forgetPressed} />}
      </Suspense>
    </>
  );
}
