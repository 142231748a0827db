import { lazy, Suspense } from 'react';
import styles from './CommentText.module.css';

const Markdown = lazy(async () => ({ default: (await import('./Markdown.tsx')).Markdown }));

/** What somebody wrote; as they typed it until what reads Markdown is there. */
export function CommentText({ text }: { text: string }) {
  return (
    <div className={styles['text']}>
      <Suspense fallback={<p className={styles['plain']}>{text}</p>}>
        <Markdown text={text} />
      </Suspense>
    </div>
  );
}
