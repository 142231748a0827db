import type { LiveState } from '../../data/live.ts';
import { t } from '../../words/viewer.ts';
import styles from './ConnectionState.module.css';

const COPY = { reconnecting: 'reconnecting', failed: 'reconnectFailed' } as const;

/** Says that the page does not follow what happens, until it does again. */
export function ConnectionState({ state }: { state: LiveState }) {
  const text = state === 'reconnecting' || state === 'failed' ? t(COPY[state]) : null;
  return (
    <output className={styles['place']}>{text && <span className={styles['state']}>{text}</span>}</output>
  );
}
