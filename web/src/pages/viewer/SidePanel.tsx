import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from './copy.ts';
import { isSheet } from './useColumns.ts';
import styles from './SidePanel.module.css';
import { IconButton } from '../../kit/IconButton.tsx';
import { useDrag } from './useDrag.ts';
import { useKey } from '../../lib/keyboard/useKey.ts';

interface SidePanelProps {
  label: string;
  side: 'left' | 'right';
  head: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Focuses what opened a column that had the focus. A rail is rendered anew. */
function giveFocusBack(opener: Element | null, side: 'left' | 'right'): void {
  if (document.activeElement !== document.body) return;
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  const again = isThere ? opener : document.querySelector<HTMLElement>(`[data-rail="${side}"] button`);
  again?.focus();
}

/** A column beside the preview; on a phone a sheet over part of it or nearly all of it. */
export function SidePanel({ label, side, head, onClose, children }: SidePanelProps) {
  const column = useRef<HTMLElement>(null);
  const [isTall, setIsTall] = useState(false);
  const drag = useDrag({
    onUp: () => setIsTall(true),
    onDown: () => (isTall ? setIsTall(false) : onClose()),
  });

  // A sheet covers the focused element; a column does not.
  useEffect(() => {
    const { activeElement } = document;
    if (isSheet()) column.current?.focus();
    return () => giveFocusBack(activeElement, side);
  }, [side]);
  useKey('Escape', onClose, isSheet());

  return (
    <aside
      ref={column}
      className={`${styles.column} ${styles[side]}`}
      data-tall={isTall}
      aria-label={label}
      tabIndex={-1}
    >
      <button
        type="button"
        className={styles.handle}
        aria-label={isTall ? t('lessHigh') : t('higher')}
        onClick={() => setIsTall(!isTall)}
        {...drag}
      />
      <div className={styles.head}>
        {head}
        <IconButton label={common('close')} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      <div className={styles.content}>{children}</div>
    </aside>
  );
}
