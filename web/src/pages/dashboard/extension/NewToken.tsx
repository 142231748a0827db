import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useCopy } from '../../../ui/useCopy.ts';
import { tokens as t } from '../../../words/extension.ts';
import styles from './Tokens.module.css';

/** The token, for the one time it can be read. */
export function NewToken({ value, onDone }: { value: string; onDone: () => void }) {
  const id = useId();
  const copyButton = useRef<HTMLButtonElement>(null);
  const { copied, copy } = useCopy();
  useEffect(() => copyButton.current?.focus(), []);

  return (
    <section aria-labelledby={id} className={styles.made}>
      <h3 id={id}>{t('value')}</h3>
      <code className={styles.value}>{value}</code>
      <output className={styles.warning}>{t('warning')}</output>
      <div className={styles.acts}>
        <Button ref={copyButton} onClick={() => void copy(value)}>
          <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </section>
  );
}
