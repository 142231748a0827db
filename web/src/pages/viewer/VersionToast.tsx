import { useEffect, useState } from 'react';
import { t as common } from '../../lib/commonCopy.ts';
import { Button } from '../../kit/Button.tsx';
import styles from './VersionToast.module.css';
import type { VersionToastItem } from '../../kit/viewer/useVersionToast.ts';

/** Shown for a moment over the preview, with an undo button if there is one. */
export function VersionToast({ news }: { news: VersionToastItem | null }) {
  const [over, setOver] = useState<VersionToastItem | null>(null);
  useEffect(() => {
    if (news === null) return undefined;
    const timer = setTimeout(() => setOver(news), news.shownFor);
    return () => clearTimeout(timer);
  }, [news]);

  const shown = news === over ? null : news;
  return (
    <output className={styles.place}>
      {shown && (
        <span className={styles.news}>
          {shown.text}
          {shown.undo && (
            <Button
              variant="plain"
              size="small"
              onClick={() => {
                setOver(shown);
                shown.undo?.();
              }}
            >
              {common('undo')}
            </Button>
          )}
        </span>
      )}
    </output>
  );
}
