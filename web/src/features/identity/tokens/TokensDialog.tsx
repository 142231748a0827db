import { useState, useEffect, useId, useRef } from 'react';
import { Dialog } from '../../../kit/Dialog.tsx';
import { tokens as t } from '../../editorExtension/copy.ts';
import { TokenForm } from './TokenForm.tsx';
import { TokenList } from './TokenList.tsx';
import { Text } from '../../../kit/layout/Text.tsx';
import { Line } from '../../../kit/layout/Line.tsx';
import styles from './Tokens.module.css';
import { CodeBox } from '../../../kit/CodeBox.tsx';
import { useCopy } from '../../../kit/useCopy.ts';
import { Button } from '../../../kit/Button.tsx';
import { useKeptInput } from '../../../kit/useKeptInput.ts';

/** Shows the token once. */
function NewToken({ value, onDone }: { value: string; onDone: () => void }) {
  const id = useId();
  const copyButton = useRef<HTMLButtonElement>(null);
  const { copied, copy } = useCopy();
  useEffect(() => copyButton.current?.focus(), []);

  return (
    <section aria-labelledby={id} className={styles.made}>
      <h3 id={id}>{t('value')}</h3>
      <CodeBox>{value}</CodeBox>
      <Text as="output" tone="accent" size="small">
        {t('warning')}
      </Text>
      <Line gap="small" above="small">
        <Button ref={copyButton} onClick={() => void copy(value)}>
          <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
        </Button>
        <Button variant="plain" onClick={onDone}>
          {t('done')}
        </Button>
      </Line>
    </section>
  );
}

export function TokensDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<string | null>(null);
  // A new token is shown only once, so the dialog does not close by accident.
  const { isTouched, cancel, formProps } = useKeptInput(onClose);
  const isLeftAtWill = made === null && !isTouched;
  return (
    <Dialog
      hasCloseButton
      title={t('title')}
      widthPx={640}
      closeOnEscape={isLeftAtWill}
      closeOnOutsideClick={isLeftAtWill}
      onClose={onClose}
    >
      <p className={styles.intro}>{t('text')}</p>
      {made === null ? (
        <div {...formProps}>
          <TokenForm cancel={cancel} onMade={setMade} onCancel={onClose} />
        </div>
      ) : (
        <NewToken value={made} onDone={() => setMade(null)} />
      )}
      <TokenList />
    </Dialog>
  );
}
