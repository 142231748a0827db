import { Check, Copy } from 'lucide-react';
import { useCopy } from '../../../kit/useCopy.ts';
import styles from './Copyable.module.css';
import { t } from '../copy.ts';

/** An id that is copied by a click. */
export function Copyable({ text }: { text: string }) {
  const { copied, copy } = useCopy();
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      className={styles.copyable}
      aria-label={copied ? t('copied') : t('copy', { text })}
      title={copied ? t('copied') : t('copy', { text })}
      onClick={() => void copy(text)}
    >
      <span className={styles.text}>{text}</span>
      <Icon size={12} aria-hidden className={styles.icon} />
    </button>
  );
}
