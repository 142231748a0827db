import { type ReactNode, useLayoutEffect } from 'react';
import { joinClasses } from './joinClasses.ts';
import styles from './Strip.module.css';

/** Reserves space at the preview, see previewFrame.css. */
function useRoom(kind: string): void {
  useLayoutEffect(() => {
    document.documentElement.dataset['viewerStrip'] = kind;
    // The server reserved the room until now.
    document.getElementById('stage')?.removeAttribute('data-strip');
    return () => {
      delete document.documentElement.dataset['viewerStrip'];
    };
  }, [kind]);
}

interface StripProps {
  label: string;
  /** What the visit is for: higher, and on a phone below the preview. */
  isTask?: boolean;
  children: ReactNode;
}

/** A line between the viewer's bar and the preview. */
export function Strip({ label, isTask = false, children }: StripProps) {
  useRoom(isTask ? 'task' : 'line');
  return (
    <aside className={joinClasses(styles.strip, isTask && styles.task)} aria-label={label}>
      {children}
    </aside>
  );
}
