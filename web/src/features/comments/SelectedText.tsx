import type { Comment } from '@stagelink/shared/contracts/comments';
import styles from './SelectedText.module.css';

/** The text of the prototype that a thread is about, which may be gone by now. */
export function SelectedText({ selection }: Pick<Comment, 'selection'>) {
  if (selection?.kind !== 'text') return null;
  return (
    <blockquote className={styles.quote} dir="auto">
      {selection.exact}
    </blockquote>
  );
}
