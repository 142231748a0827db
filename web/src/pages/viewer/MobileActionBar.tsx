import { MessageSquare, MessageSquarePlus } from 'lucide-react';
import { t } from '../../features/comments/copy.ts';
import { t as ofViewer } from '../../features/comments/viewerCopy.ts';
import { Button } from '../../kit/Button.tsx';
import styles from './MobileActionBar.module.css';

interface MobileActionBarProps {
  /** Number of unresolved threads. */
  open: number;
  onOpen: () => void;
  /** Null without the right to comment. */
  onComment: (() => void) | null;
}

export function MobileActionBar({ open, onOpen, onComment }: MobileActionBarProps) {
  return (
    <div className={styles.bar}>
      {open > 0 && (
        <Button
          variant="plain"
          className={styles.button}
          aria-label={t('openComments', { count: open })}
          onClick={onOpen}
        >
          <MessageSquare size={18} />
          {open}
        </Button>
      )}
      {onComment && (
        <Button className={styles.button} onClick={onComment}>
          <MessageSquarePlus size={18} />
          {ofViewer('comment')}
        </Button>
      )}
    </div>
  );
}
