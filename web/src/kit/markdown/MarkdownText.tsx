import { lazy, memo, Suspense } from 'react';
import styles from './MarkdownText.module.css';

interface TextProps {
  text: string;
  /** Otherwise links are shown as their text. */
  hasLinks?: boolean;
}

const Plain = ({ text }: TextProps) => <p className={styles['plain']}>{text}</p>;

/** Loading fails offline; the plain text is shown instead. */
const Markdown = lazy(() =>
  import('./Markdown.tsx').then(
    (module) => ({ default: module.Markdown }),
    () => ({ default: Plain }),
  ),
);

/** Shows the text as typed until the Markdown renderer has loaded. */
export const MarkdownText = memo(function CommentText({ text, hasLinks = true }: TextProps) {
  return (
    <div className={styles['text']}>
      <Suspense fallback={<Plain text={text} />}>
        <Markdown text={text} hasLinks={hasLinks} />
      </Suspense>
    </div>
  );
});
