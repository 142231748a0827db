import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../../words/common.ts';
import styles from './Column.module.css';
import { iconButton } from './controls.ts';
import { useKey } from './useKey.ts';

const isSheet = () => window.matchMedia('(max-width: 767px)').matches;

interface ColumnProps {
  title: string;
  side: 'left' | 'right';
  onClose: () => void;
  children: ReactNode;
}

/** A column beside the preview; on a phone a sheet over its lower half. */
export function Column({ title, side, onClose, children }: ColumnProps) {
  const column = useRef<HTMLElement>(null);

  // A sheet covers what had the focus; a column does not.
  useEffect(() => {
    if (isSheet()) column.current?.focus();
  }, []);
  useKey('Escape', () => {
    if (isSheet()) onClose();
  });

  return (
    <aside ref={column} className={`${styles['column']} ${styles[side]}`} aria-label={title} tabIndex={-1}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{title}</h2>
        <button
          type="button"
          className={`${iconButton} ${styles['close']}`}
          aria-label={t('close')}
          onClick={onClose}
        >
          <X size={16} />
        </button>
      </div>
      <div className={styles['content']}>{children}</div>
    </aside>
  );
}
