import { useEffect, useState } from 'react';
import styles from './News.module.css';

const SHOWN_FOR = 2500;

/** Something that has just happened: said for a moment, over the lower edge. A new `text` is said anew. */
export function News({ text }: { text: string | null }) {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (text === null) return undefined;
    const timer = setTimeout(() => setSaid(text), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [text]);

  const isShown = text !== null && text !== said;
  return (
    <output className={styles['place']}>{isShown && <span className={styles['news']}>{text}</span>}</output>
  );
}
