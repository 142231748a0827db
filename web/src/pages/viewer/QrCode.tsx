import { encode } from 'uqr';
import { t } from '../../features/preview/copy.ts';
import styles from './QrCode.module.css';

/** Width of the quiet zone, in modules. */
const QUIET = 2;

/** Always dark on white: some scanners require it. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: QUIET });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('qr')}>
      <path d={path} />
    </svg>
  );
}
