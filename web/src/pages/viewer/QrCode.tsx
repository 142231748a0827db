import { encode } from 'uqr';
import { t } from '../../words/frames.ts';
import styles from './QrCode.module.css';

/** Modules of white around it, by which cameras find it. */
const QUIET = 2;

/** A text for a camera to read: always dark on white, as cameras like it. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: QUIET });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={styles['code']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('qr')}>
      <path d={path} />
    </svg>
  );
}
