import { lazy, memo, Suspense } from 'react';
import styles from './MarkdownText.module.css';

interface TextProps {
  text: string;
  /** Otherwise links are shown as their text. */
  hasLinks?: boolean;
}

const Plain = ({ text }: TextProps) => <p className={styles.plain}>{text}</p>;

/** Loads the Markdown renderer, before there is a text. It fails offline; the plain text is shown instead. */
export const loadMarkdown = () =>
  import('./Markdown.tsx').then(
    (module) => ({ default: module.Markdown }),
    () => ({ default: Plain }),
  );

const Markdown = lazy(loadMarkdown);

/** Shows the text as typed until the Markdown renderer has loaded. */
export const MarkdownText = memo(function CommentText({ text, hasLinks = true }: TextProps) {
  return (
    <div className={styles.text}>
      <Suspense fallback={<Plain text={text} />}>
        <Markdown text={text} hasLinks={hasLinks} />
      </Suspense>
    </div>
  );
});
