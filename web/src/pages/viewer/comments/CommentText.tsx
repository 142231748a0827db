import { lazy, memo, Suspense } from 'react';
import styles from './CommentText.module.css';

const Plain = ({ text }: { text: string }) => <p className={styles['plain']}>{text}</p>;

/** Without a connection it may not come, and plain text serves as well. */
const Markdown = lazy(() =>
  import('./Markdown.tsx').then(
    (module) => ({ default: module.Markdown }),
    () => ({ default: Plain }),
  ),
);

/** What somebody wrote; as they typed it until what reads Markdown is there. */
export const CommentText = memo(function CommentText({ text }: { text: string }) {
  return (
    <div className={styles['text']}>
      <Suspense fallback={<Plain text={text} />}>
        <Markdown text={text} />
      </Suspense>
    </div>
  );
});
