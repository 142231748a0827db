import { type ReactNode, useLayoutEffect } from 'react';
import styles from './Strip.module.css';

/** Reserves space above the preview. */
function useRoom(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset['viewerStrip'] = '';
    return () => {
      delete document.documentElement.dataset['viewerStrip'];
    };
  }, []);
}

interface StripProps {
  label: string;
  children: ReactNode;
}

/** A line between the viewer's bar and the preview. */
export function Strip({ label, children }: StripProps) {
  useRoom();
  return (
    <aside className={styles.strip} aria-label={label}>
      {children}
    </aside>
  );
}
