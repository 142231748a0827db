import { ActionIcon } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useCopy } from '../../../ui/useCopy.ts';
import { t as common } from '../../../words/common.ts';
import styles from './Dialogs.module.css';

/** Something to be typed elsewhere, with a way not to type it. */
export function Command({ text }: { text: string }) {
  const { copied, copy } = useCopy();
  return (
    <div className={styles.command}>
      <code>{text}</code>
      <ActionIcon
        size={28}
        aria-label={copied ? common('copied') : common('copyNamed', { text })}
        onClick={() => void copy(text)}
      >
        {copied ? <Check size={14} className={styles.good} /> : <Copy size={14} />}
      </ActionIcon>
    </div>
  );
}
