import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useRef } from 'react';
import { t } from './copy.ts';
import { t as ofViewer } from './viewerCopy.ts';
import type { Preview } from '../preview/usePreview.ts';
import { useKey } from '../../lib/keyboard/useKey.ts';
import { Composer } from './Composer.tsx';
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
  onSent: (id: string) => void;
  /** Another element is being picked. */
  isHidden: boolean;
  onDrop: (text: string) => void;
}

/** Composer for a comment on a picked element: beside its pin, or at the lower edge of a phone. */
export function PinComposer({ snapshot, preview, draft, isHidden, onSent, onDrop }: PinComposerProps) {
  const box = useRef<HTMLElement>(null);
  const post = usePosting(snapshot, preview);
  const { elementName } = draft.placed.context;
  useKey('Escape', () => onDrop(''), !isHidden);
  useBesidePin(box, preview, DRAFT_PIN, pointOf(draft));
  useEffect(() => focusPreview, []);

  return (
    <section ref={box} hidden={isHidden} className={styles.box} aria-label={t('write')}>
      <p className={styles.about}>
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.element}>{t('aboutElement', { name: elementName || t('thisElement') })}</span>
      </p>
      <SelectedText selection={draft.placed.picked.selection ?? null} />
      <Composer
        snapshot={snapshot}
        draftOf="pin"
        placed={draft.placed}
        label={ofViewer('comment')}
        placeholder={t('placeholder')}
        sendLabel={ofViewer('comment')}
        takesFocus
        onSend={(written) => onSent(post(written, { draft }))}
        onCancel={onDrop}
      />
    </section>
  );
}
