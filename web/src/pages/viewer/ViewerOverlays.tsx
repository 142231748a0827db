import { keepDraft } from '../../features/comments/drafts.ts';
import { t as comments } from '../../features/comments/viewerCopy.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import type { ShowToast } from '../../kit/viewer/useVersionToast.ts';
import { HiddenPins, MobileActionBar, PickBar, PinChooser, PinComposer, PinThread } from './lazyParts.ts';
import type { PanelProps } from './panels.tsx';

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

/** A function that discards the unsent comment, with undo. */
function discardDraft({ snapshot, threads }: PanelProps, say: ShowToast) {
  return (text: string): void => {
    const { draft } = threads;
    threads.dropDraft();
    if (!draft || text.trim() === '') return;
    say(comments('draftDiscarded'), {
      undo() {
        keepDraft(snapshot.id, 'pin', { text, placed: draft.placed });
        threads.restoreDraft(draft);
      },
    });
  };
}

interface PinWritingProps extends PanelProps {
  onComments: () => void;
  say: ShowToast;
}

/** The bar for picking an element, and the form of its comment. */
function PinWriting({ say, onComments, ...props }: PinWritingProps) {
  const { snapshot, preview, threads } = props;
  return (
    <>
      {threads.picking !== null && (
        <PickBar
          purpose={threads.picking}
          isReady={threads.isPickReady}
          isSilent={preview.phase === 'silent'}
          isBlocked={threads.isPickBlocked}
          isArea={threads.isPickingArea}
          onArea={threads.pickArea}
          onPage={() => {
            threads.stopPicking();
            onComments();
          }}
          onCancel={threads.stopPicking}
        />
      )}
      {threads.draft && (
        <PinComposer
          snapshot={snapshot}
          preview={preview}
          draft={threads.draft}
          onSent={threads.dropDraft}
          isHidden={threads.picking !== null}
          onDrop={discardDraft(props, say)}
        />
      )}
    </>
  );
}

/** Comments over the preview: what is being written, and the thread at its pin. */
export function ViewerOverlays(overlays: ViewerOverlaysProps) {
  const { unresolved, isCovered, onComment, onComments, onWalk, say, ...props } = overlays;
  const { snapshot, preview, threads } = props;
  const { canComment } = snapshot;
  const isWriting = threads.picking !== null || threads.draft !== null;
  return (
    <LazyPart>
      {!isWriting && !threads.isAtPin && !isCovered && (
        <MobileActionBar
          open={unresolved}
          onOpen={onComments}
          onComment={canComment ? onComment : null}
          canPick={preview.phase === 'ready' && canComment}
          say={say}
        />
      )}
      <PinWriting {...props} onComments={onComments} say={say} />
      {!threads.arePinsShown && !isWriting && <HiddenPins onShow={threads.togglePins} />}
      {threads.isAtPin && threads.current && !isWriting && (
        <PinThread {...props} thread={threads.current} onWalk={onWalk} />
      )}
      {threads.pressed.length > 0 && <PinChooser threads={threads} />}
    </LazyPart>
  );
}
