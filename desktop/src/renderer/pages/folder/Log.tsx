/* eslint-disable jsx-a11y/no-noninteractive-tabindex -- It scrolls: the keyboard has to reach it. */
import { Button } from '@mantine/core';
import { ArrowDown, Copy } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { QuickAct } from '../../../../../web/src/ui/QuickAct.tsx';
import { copyText } from '../../../../../web/src/ui/useCopy.ts';
import type { Folder } from '../../../folders.ts';
import { LINES_KEPT, useLog } from '../../data/folders.ts';
import { t } from '../../words/folder.ts';
import styles from './Log.module.css';

/** As near to the end as counts as being there. */
const NEAR = 8;

/** What a stage does, line by line. It follows the end until somebody scrolls up to read. */
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
          <QuickAct
            icon={Copy}
            label={t('logCopy')}
            act={() => copyText(lines.map(({ text }) => text).join('\n'))}
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
              size="compact-xs"
              variant="default"
              className={styles.follow}
              leftSection={<ArrowDown size={12} aria-hidden />}
              onClick={() => setIsFollowing(true)}
            >
              {t('logFollow')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
