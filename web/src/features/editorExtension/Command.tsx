import { Check, Copy } from 'lucide-react';
import { useCopy } from '../../kit/useCopy.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { t as common } from '../../lib/commonCopy.ts';
import styles from './Dialogs.module.css';

/** A command to copy. */
export function Command({ text }: { text: string }) {
  const { copied, copy } = useCopy();
  return (
    <div className={styles.command}>
      <code>{text}</code>
      <IconButton
        label={copied ? common('copied') : common('copyNamed', { text })}
        onClick={() => void copy(text)}
      >
        {copied ? <Check size={14} className={styles.good} /> : <Copy size={14} />}
      </IconButton>
    </div>
  );
}
