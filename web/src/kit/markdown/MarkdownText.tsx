import { memo, useEffect, useState } from 'react';
import styles from './MarkdownText.module.css';
import { loadedRenderer, type TextProps, whenLoaded } from './renderer.ts';

const Plain = ({ text }: TextProps) => <p className={styles.plain}>{text}</p>;

/** Shows the text as typed until the Markdown renderer has loaded. */
export const MarkdownText = memo(function CommentText({ text, hasLinks = true }: TextProps) {
  const [Renderer, setRenderer] = useState(loadedRenderer);
  useEffect(() => (Renderer ? undefined : whenLoaded((loaded) => setRenderer(() => loaded))), [Renderer]);
  const Shown = Renderer ?? Plain;
  return (
    <div className={styles.text}>
      <Shown text={text} hasLinks={hasLinks} />
    </div>
  );
});
