import { useState } from 'react';
import { t as comments } from '../../features/comments/copy.ts';
import { PinThread } from '../../features/comments/PinThread.tsx';
import { useOpenThread, usePinWriting, useThreadList } from '../../features/comments/threadsContext.ts';
import { useFreeze, useFreezeReports } from '../../features/preview/freeze.ts';
import { PinChooser } from '../../features/pins/PinChooser.tsx';
import { FrozenNote } from '../../features/preview/FreezeParts.tsx';
import { OutsideLink } from '../../features/preview/OutsideLink.tsx';
import { PreviewFailure } from '../../features/preview/PreviewFailure.tsx';
import { PreviewNote, PreviewNotes } from '../../features/preview/PreviewNotes.tsx';
import type { OutsideLinkState } from '../../features/preview/useOutsideLink.ts';
import { KeySheet } from './KeySheet.tsx';
import { MobileActionBar } from './MobileActionBar.tsx';
import type { PanelProps } from './panels.tsx';
import { useViewerKeys } from './useViewerKeys.ts';
import { WritingOnPage } from './WritingOnPage.tsx';

interface ViewerOverlaysProps extends PanelProps {
  /** The link that led out of the prototype. */
  outside: OutsideLinkState | null;
  /** Number of unresolved threads. */
  unresolved: number;
  /** A column is open, on a phone over the preview. */
  isCovered: boolean;
  onComment: () => void;
  onComments: () => void;
  onWalk: (by: 1 | -1) => void;
}

/** Parts over the preview: why it shows no page, what is being written, the thread at its pin, and the keys. */
export function ViewerOverlays(overlays: ViewerOverlaysProps) {
  const { outside, unresolved, isCovered, onComment, onComments, onWalk, ...props } = overlays;
  const { snapshot, preview } = props;
  const { canComment } = snapshot;
  const { arePinsShown, togglePins } = useThreadList();
  const { current, isAtPin, pressed, openAtPin, forgetPressed } = useOpenThread();
  const { isWriting, picking } = usePinWriting();
  const { toggle } = useFreeze(preview);
  useFreezeReports(preview);
  const [areKeysShown, setAreKeysShown] = useState(false);
  useViewerKeys(preview, { f: toggle, '?': () => setAreKeysShown(true) }, {});
  return (
    <>
      {preview.status === 'failed' && <PreviewFailure onRetry={preview.openAfresh} />}
      {outside && <OutsideLink {...outside} />}
      {!isWriting && !isAtPin && !isCovered && (
        <MobileActionBar open={unresolved} onOpen={onComments} onComment={canComment ? onComment : null} />
      )}
      {isWriting && <WritingOnPage {...props} onComments={onComments} />}
      <PreviewNotes>
        {!arePinsShown && !isWriting && (
          <PreviewNote action={comments('showPins')} keys="Shift+C" onAct={togglePins}>
            {comments('pinsHidden')}
          </PreviewNote>
        )}
        {!picking && <FrozenNote preview={preview} />}
      </PreviewNotes>
      {isAtPin && !isWriting && current && <PinThread {...props} thread={current} onWalk={onWalk} />}
      {pressed.length > 0 && <PinChooser threads={pressed} onChoose={openAtPin} onClose={forgetPressed} />}
      {areKeysShown && <KeySheet onClose={() => setAreKeysShown(false)} />}
    </>
  );
}
