import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t as common } from '../../words/common.ts';
import { t } from '../../words/viewer.ts';
import styles from './Column.module.css';
import { iconButton } from './controls.ts';
import { useDrag } from './useDrag.ts';
import { useKey } from './useKey.ts';

const isSheet = () => window.matchMedia('(max-width: 767px)').matches;

interface ColumnProps {
  label: string;
  side: 'left' | 'right';
  head: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A column beside the preview; on a phone a sheet over its lower half, or over nearly all of it. */
export function Column({ label, side, head, onClose, children }: ColumnProps) {
  const column = useRef<HTMLElement>(null);
  const [isTall, setIsTall] = useState(false);
  const drag = useDrag({
    onUp: () => setIsTall(true),
    onDown: () => (isTall ? setIsTall(false) : onClose()),
  });

  // A sheet covers what had the focus; a column does not.
  useEffect(() => {
    if (isSheet()) column.current?.focus();
  }, []);
  useKey('Escape', onClose, isSheet());

  return (
    <aside
      ref={column}
      className={`${styles['column']} ${styles[side]}`}
      data-tall={isTall}
      aria-label={label}
      tabIndex={-1}
    >
      <button
        type="button"
        className={styles['handle']}
        aria-label={isTall ? t('lessHigh') : t('higher')}
        onClick={() => setIsTall(!isTall)}
        {...drag}
      />
      <div className={styles['head']}>
        {head}
        <button
          type="button"
          className={`${iconButton} ${styles['close']}`}
          aria-label={common('close')}
          onClick={onClose}
        >
          <X size={16} />
        </button>
      </div>
      <div className={styles['content']}>{children}</div>
    </aside>
  );
}
