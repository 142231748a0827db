import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from './copy.ts';
import type { Preview } from '../preview/usePreview.ts';
import { useKey } from '../../lib/keyboard/useKey.ts';
import { Composer } from './Composer.tsx';
import styles from './PinComposer.module.css';
import { SelectedText } from './SelectedText.tsx';
import { usePosting } from './usePosting.ts';
import type { PinDraft } from './useThreads.ts';

/** The button in the bar, or on a phone the one at the lower edge. A hidden button cannot be focused. */
function focusCommentButton(): void {
  if (document.activeElement !== document.body) return;
  for (const button of document.querySelectorAll<HTMLElement>('[data-comment-button]')) button.focus();
}

const GAP = 16;
const MARGIN = 8;

/** Returns the picked point in window coordinates. */
function pointOf({ placed: { picked, context } }: PinDraft): { x: number; y: number } | null {
  const frame = document.getElementById('preview')?.getBoundingClientRect();
  if (!frame || context.viewport.width === 0) return null;
  const scale = frame.width / context.viewport.width;
  const { x, y } = picked.locator.elementCoordinates;
  const { scroll } = picked.page;
  return { x: frame.left + (x - scroll.x) * scale, y: frame.top + (y - scroll.y) * scale };
}

const within = (value: number, most: number) => Math.max(MARGIN, Math.min(value, most - MARGIN));

/** Places the composer beside the point, within the window. */
function placeBeside(point: { x: number; y: number }, { width, height }: DOMRect): CSSProperties {
  const right = point.x + GAP;
  const isRoomRight = right + width + MARGIN <= window.innerWidth;
  return {
    left: within(isRoomRight ? right : point.x - GAP - width, window.innerWidth - width),
    top: within(point.y - GAP, window.innerHeight - height),
  };
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
  const [place, setPlace] = useState<CSSProperties>();
  const post = usePosting(snapshot, preview);
  const { elementName } = draft.placed.context;
  useKey('Escape', () => onDrop(''), !isHidden);
  // Before the new thread takes the focus, where the panel shows it.
  useEffect(() => focusCommentButton, []);

  useLayoutEffect(() => {
    const point = pointOf(draft);
    if (point && box.current) setPlace(placeBeside(point, box.current.getBoundingClientRect()));
  }, [draft]);

  return (
    <section ref={box} hidden={isHidden} className={styles['box']} style={place} aria-label={t('write')}>
      <p className={styles['about']}>
        <span className={styles['dot']} aria-hidden="true" />
        <span className={styles['element']}>
          {t('aboutElement', { name: elementName || t('thisElement') })}
        </span>
      </p>
      <SelectedText selection={draft.placed.picked.selection ?? null} />
      <Composer
        snapshot={snapshot}
        draftOf="pin"
        placed={draft.placed}
        label={t('comment')}
        placeholder={t('placeholder')}
        sendLabel={t('comment')}
        takesFocus
        onSend={(written) => onSent(post(written, { draft }))}
        onCancel={onDrop}
      />
    </section>
  );
}
