import { moment } from '../../../ui/times.ts';
import { timeLeft, toneOf } from './expiry.ts';
import styles from './Expiry.module.css';

/** How long a snapshot still opens: in words, with a colour that grows warmer. */
export function Expiry({ expiresAt, now }: { expiresAt: Date; now: Date }) {
  return (
    <span className={styles.expiry} data-tone={toneOf(expiresAt, now)} title={moment(expiresAt)}>
      {timeLeft(expiresAt, now)}
    </span>
  );
}
