/* eslint-disable jsx-a11y/no-noninteractive-tabindex -- It scrolls: the keyboard has to reach it. */
import { ArrowDown, Copy } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { QuickAction } from '@stagelink/web/kit/QuickAction.tsx';
import { copyOrShow } from '@stagelink/web/kit/useCopy.ts';
import { Button } from '@stagelink/web/kit/Button.tsx';
import type { Folder } from '../../../protocol/folders.ts';
import { LINES_KEPT, useLog } from '../folders/api.ts';
import { t } from './copy.ts';
import styles from './Log.module.css';

/** Distance from the end, in pixels, that counts as scrolled to the end. */
const NEAR = 8;

/** Follows the end until the user scrolls up. */
export function Log({ folder }: { folder: Folder }) {
  const { data: lines = [], error } = useLog(folder.id);
  const [isFollowing, setIsFollowing] = useState(true);
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (isFollowing && box.current) box.current.scrollTop = box.current.scrollHeight;
  });

  function onScroll(): void {
    if (!box.current) return;
    const { scrollHeight, scrollTop, clientHeight } = box.current;
    setIsFollowing(scrollHeight - scrollTop - clientHeight < NEAR);
  }

  return (
    <section className={styles.log} aria-labelledby="log">
      <div className={styles.head}>
        <h2 id="log">{t('log')}</h2>
        {lines.length > 0 && (
          <QuickAction
            icon={Copy}
            label={t('logCopy')}
            act={() => copyOrShow(lines.map(({ text }) => text).join('\n'))}
          />
        )}
      </div>
      {lines.length === 0 ? (
        <p className={styles.empty}>{error ? t('logFailed') : t('logEmpty')}</p>
      ) : (
        <div className={styles.frame}>
          <div
            ref={box}
            className={styles.lines}
            role="log"
            aria-live="off"
            aria-labelledby="log"
            tabIndex={0}
            onScroll={onScroll}
          >
            {lines.length >= LINES_KEPT && <div className={styles.line}>{t('logBounded')}</div>}
            {lines.map(({ kind, text }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- Lines have no name but their place.
              <div key={index} className={styles.line} data-kind={kind}>
                {text}
              </div>
            ))}
          </div>
          {!isFollowing && (
            <Button
              size="mini"
              variant="plain"
              className={styles.follow}
              onClick={() => setIsFollowing(true)}
            >
              <ArrowDown size={12} aria-hidden />
              {t('logFollow')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
