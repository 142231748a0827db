import { useEffect, useState } from 'react';
import { t } from './copy.ts';
import styles from './LandingPage.module.css';

const TAGLINES = [
  'No DevOps',
  'No GitHub',
  'No finnicky envs',
  'No deployment pipelines',
  'No configs',
] as const;
const INTERVAL_MS = 1200;

const wantsLessMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** One tagline after the other. All have their place from the start, so nothing moves when they change. */
export function Taglines() {
  const [shown, setShown] = useState(0);
  const [isPaused, setPaused] = useState(wantsLessMotion);

  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setInterval(() => setShown((at) => (at + 1) % TAGLINES.length), INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isPaused]);

  return (
    <div className={styles.taglines}>
      <p className={styles.spoken}>{t('taglines')}</p>
      <p className={styles.stack} aria-hidden>
        {TAGLINES.map((tagline, at) => (
          <span key={tagline} className={styles.tagline} data-shown={at === shown || undefined}>
            {tagline}
          </span>
        ))}
      </p>
      <button
        type="button"
        className={styles.pause}
        aria-label={t(isPaused ? 'playTaglines' : 'pauseTaglines')}
        onClick={() => setPaused(!isPaused)}
      >
        <svg width="10" height="10" viewBox="0 0 10 10" fill="currentColor" aria-hidden>
          <path d={isPaused ? 'M2 1l7 4-7 4z' : 'M1.5 1h2.5v8H1.5zM6 1h2.5v8H6z'} />
        </svg>
      </button>
    </div>
  );
}
