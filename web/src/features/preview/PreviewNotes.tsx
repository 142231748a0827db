import type { ReactNode } from 'react';
import { Button } from '../../kit/Button.tsx';
import styles from './PreviewNotes.module.css';

interface PreviewNoteProps {
  /** What ends the state. */
  action: string;
  keys: string;
  onAct: () => void;
  children: ReactNode;
}

/** Names a state of the preview, with a way out of it. */
export function PreviewNote({ action, keys, onAct, children }: PreviewNoteProps) {
  return (
    <div className={styles.note}>
      <output className={styles.text}>{children}</output>
      <Button variant="plain" size="small" aria-keyshortcuts={keys} onClick={onAct}>
        {action}
      </Button>
    </div>
  );
}

/** Notes over the lower edge of the preview. */
export const PreviewNotes = ({ children }: { children: ReactNode }) => (
  <div className={styles.notes}>{children}</div>
);
