import { useEffect, useId, useRef } from 'react';
import { useCopy } from '../../../kit/useCopy.ts';
import { Button } from '../../../kit/Button.tsx';
import { tokens as t } from '../../editorExtension/copy.ts';
import styles from './Tokens.module.css';

/** Shows the token once. */
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
        <Button variant="plain" onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </section>
  );
}
