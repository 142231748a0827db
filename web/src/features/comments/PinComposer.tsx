import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useRef } from 'react';
import { t } from './copy.ts';
import { t as ofViewer } from './viewerCopy.ts';
import type { Preview } from '../preview/usePreview.ts';
import { useKey } from '../../lib/keyboard/useKey.ts';
import { toastUndo } from '../../kit/toast.ts';
import { Composer } from './Composer.tsx';
import { keepDraft } from './drafts.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './PinComposer.module.css';
import { SelectedText } from './SelectedText.tsx';
import { useBesidePin } from '../pins/useBesidePin.ts';
import { focusPreview } from '../preview/previewFrame.ts';
import { DRAFT_PIN } from './usePins.ts';
import { usePosting } from './usePosting.ts';
import type { PinDraft } from './threadMachine.ts';

/** Returns the picked point in pixels of the page. */
function pointOf({ placed: { picked } }: PinDraft): { x: number; y: number } {
  const { x, y } = picked.locator.elementCoordinates;
  const { scroll } = picked.page;
  return { x: x - scroll.x, y: y - scroll.y };
}

interface PinComposerProps {
  snapshot: SnapshotView;
  preview: Preview;
  draft: PinDraft;
  /** Another element is being picked. */
  isHidden: boolean;
  onClose: () => void;
  /** Opens it again. */
  onRestore: (draft: PinDraft) => void;
}

/** Composer for a comment on a picked element: beside its pin, or at the lower edge of a phone. */
export function PinComposer(props: PinComposerProps) {
  const { snapshot, preview, draft, isHidden, onClose, onRestore } = props;
  const box = useRef<HTMLElement>(null);
  const post = usePosting(snapshot, preview);
  const { elementName } = draft.placed.context;
  useKey('Escape', onClose, !isHidden);
  useBesidePin(box, preview, { id: DRAFT_PIN, locator: null, first: pointOf(draft) });
  useEffect(() => focusPreview, []);

  function discard(text: string): void {
    onClose();
    if (text.trim() === '') return;
    toastUndo(t('draftDiscarded'), () => {
      keepDraft(snapshot.id, 'pin', { text, placed: draft.placed });
      onRestore(draft);
    });
  }

  return (
    <section ref={box} hidden={isHidden} className={styles.box} aria-label={t('write')}>
      <Text tone="muted" size="tiny" isTruncated>
        {t('aboutElement', { name: elementName || t('thisElement') })}
      </Text>
      <SelectedText selection={draft.placed.picked.selection ?? null} />
      <Composer
        snapshot={snapshot}
        draftOf="pin"
        placed={draft.placed}
        label={ofViewer('comment')}
        placeholder={t('placeholder')}
        sendLabel={ofViewer('comment')}
        takesFocus
        onSend={(written) => {
          post(written, { draft });
          onClose();
        }}
        onCancel={discard}
      />
    </section>
  );
}
