import { MessageSquare, MessageSquarePlus } from 'lucide-react';
import { t } from '../../words/comments.ts';
import { button } from './controls.ts';
import styles from './ThumbBar.module.css';

interface ThumbBarProps {
  /** How many threads are not resolved. */
  open: number;
  onOpen: () => void;
  /** Null for whoever may not comment. */
  onComment: (() => void) | null;
}

/** On a phone, over the preview and within a thumb's reach: to comment, and to read what was said. */
export function ThumbBar({ open, onOpen, onComment }: ThumbBarProps) {
  return (
    <div className={styles['bar']}>
      {open > 0 && (
        <button
          type="button"
          className={`${button('plain')} ${styles['button']}`}
          aria-label={t('openComments', { count: open })}
          onClick={onOpen}
        >
          <MessageSquare size={18} />
          {open}
        </button>
      )}
      {onComment && (
        <button
          type="button"
          className={`${button('main')} ${styles['button']}`}
          data-comment-button
          onClick={onComment}
        >
          <MessageSquarePlus size={18} />
          {t('comment')}
        </button>
      )}
    </div>
  );
}
