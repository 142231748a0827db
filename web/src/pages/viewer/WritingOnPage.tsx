import { PinComposer } from '../../features/comments/PinComposer.tsx';
import { usePinWriting } from '../../features/comments/threadsContext.ts';
import type { PickMode } from '../../features/comments/threadMachine.ts';
import { PickBar } from '../../features/pins/PickBar.tsx';
import { FrozenNote } from '../../features/preview/FreezeParts.tsx';
import type { PanelProps } from './panels.tsx';
import { useViewerKeys } from './useViewerKeys.ts';

interface WritingOnPageProps extends PanelProps {
  onComments: () => void;
}

/** The bar for picking an element, and the form of its comment. */
export function WritingOnPage({ snapshot, preview, onComments }: WritingOnPageProps) {
  const { picking, isPickReady, isPickBlocked, draft, stopPicking, dispatch } = usePinWriting();
  const choose = (mode: PickMode) => dispatch({ type: 'modeChosen', mode });
  const keys = { 1: () => choose('one'), 2: () => choose('several'), 3: () => choose('between') };
  useViewerKeys(preview, picking ? keys : {}, {});
  return (
    <>
      {picking && (
        <PickBar
          picking={picking}
          preview={preview}
          isReady={isPickReady}
          isBlocked={isPickBlocked}
          note={<FrozenNote preview={preview} />}
          onMode={choose}
          onPage={() => {
            stopPicking();
            onComments();
          }}
          onCancel={stopPicking}
        />
      )}
      {draft && (
        <PinComposer
          snapshot={snapshot}
          preview={preview}
          draft={draft}
          isHidden={picking !== null}
          onClose={() => dispatch({ type: 'draftEnded' })}
          onRestore={(dropped) => dispatch({ type: 'drafted', draft: dropped })}
        />
      )}
    </>
  );
}
