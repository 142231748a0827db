import type { LiveState } from '../data/live.ts';
import { t } from '../words/dashboard.ts';
import styles from './LiveStatus.module.css';

const WORDS = {
  connecting: 'connecting',
  live: 'live',
  reconnecting: 'reconnecting',
  failed: 'offline',
} as const;

/** The lamp that says whether this page follows what happens. */
export function LiveStatus({ state }: { state: LiveState }) {
  return (
    <span className={styles.status} data-state={state}>
      <span className={styles.word}>{t(WORDS[state])}</span>
    </span>
  );
}
