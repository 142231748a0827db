import { moment } from '@stagelink/shared/domain/format';
import { timeLeft, toneOf } from './expiry.ts';
import styles from './Expiry.module.css';

export function Expiry({ expiresAt, now }: { expiresAt: Date; now: Date }) {
  return (
    <span className={styles.expiry} data-tone={toneOf(expiresAt, now)} title={moment(expiresAt)}>
      {timeLeft(expiresAt, now)}
    </span>
  );
}
