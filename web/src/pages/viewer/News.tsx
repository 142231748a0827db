import { useEffect, useState } from 'react';
import { t as common } from '../../words/common.ts';
import { button } from './controls.ts';
import styles from './News.module.css';
import type { NewsItem } from './useNews.ts';

/** Something that has just happened: said for a moment over the preview, with a way back where there is one. */
export function News({ news }: { news: NewsItem | null }) {
  const [over, setOver] = useState<NewsItem | null>(null);
  useEffect(() => {
    if (news === null) return undefined;
    const timer = setTimeout(() => setOver(news), news.shownFor);
    return () => clearTimeout(timer);
  }, [news]);

  const shown = news === over ? null : news;
  return (
    <output className={styles['place']}>
      {shown && (
        <span className={styles['news']}>
          {shown.text}
          {shown.undo && (
            <button
              type="button"
              className={button('plain', 'small')}
              onClick={() => {
                setOver(shown);
                shown.undo?.();
              }}
            >
              {common('undo')}
            </button>
          )}
        </span>
      )}
    </output>
  );
}
