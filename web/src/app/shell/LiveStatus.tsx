import type { LiveState } from '../../lib/liveChannel.ts';
import { t } from '../../pages/dashboard/copy.ts';
import styles from './LiveStatus.module.css';

const WORDS = {
  connecting: 'connecting',
  live: 'live',
  reconnecting: 'reconnecting',
  failed: 'offline',
} as const;

export function LiveStatus({ state }: { state: LiveState }) {
  return (
    <span className={styles.status} data-state={state}>
      <span className={styles.word}>{t(WORDS[state])}</span>
    </span>
  );
}
