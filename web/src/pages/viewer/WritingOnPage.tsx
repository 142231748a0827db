import { keepDraft } from '../../features/comments/drafts.ts';
import { PinComposer } from '../../features/comments/PinComposer.tsx';
import { usePinWriting } from '../../features/comments/threadsContext.ts';
import { t as comments } from '../../features/comments/viewerCopy.ts';
import { PickBar } from '../../features/pins/PickBar.tsx';
import type { ShowToast } from '../../kit/viewer/useVersionToast.ts';
import type { PanelProps } from './panels.tsx';

interface WritingOnPageProps extends PanelProps {
  onComments: () => void;
  say: ShowToast;
}

/** The bar for picking an element, and the form of its comment. */
export function WritingOnPage({ snapshot, preview, say, onComments }: WritingOnPageProps) {
  const { picking, isPickReady, isPickBlocked, draft, stopPicking, dispatch } = usePinWriting();
  const dropDraft = () => dispatch({ type: 'draftEnded' });

  function discard(text: string): void {
    dropDraft();
    if (!draft || text.trim() === '') return;
    say(comments('draftDiscarded'), {
      undo() {
        keepDraft(snapshot.id, 'pin', { text, placed: draft.placed });
        dispatch({ type: 'drafted', draft });
      },
    });
  }

  return (
    <>
      {picking && (
        <PickBar
          purpose={picking.purpose}
          isReady={isPickReady}
          isSilent={preview.phase === 'silent'}
          isBlocked={isPickBlocked}
          isArea={picking.isArea}
          onArea={(isArea) => dispatch({ type: 'areaChosen', isArea })}
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
          onSent={dropDraft}
          isHidden={picking !== null}
          onDrop={discard}
        />
      )}
    </>
  );
}
