import type { LiveState } from '../../lib/liveChannel.ts';
import { t } from './copy.ts';
import styles from './ConnectionState.module.css';

const COPY = { reconnecting: 'reconnecting', failed: 'reconnectFailed' } as const;

/** Shown while the page is not live. */
export function ConnectionState({ state }: { state: LiveState }) {
  const text = state === 'reconnecting' || state === 'failed' ? t(COPY[state]) : null;
  return <output className={styles.place}>{text && <span className={styles.state}>{text}</span>}</output>;
}
