import { useCopy } from '../../kit/useCopy.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { t } from './copy.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './Dialogs.module.css';
import { PROMPT } from './prompt.ts';

export function AssistantDialog({ onClose }: { onClose: () => void }) {
  const { copied, copy } = useCopy();
  return (
    <Dialog hasCloseButton widthPx={640} onClose={onClose} title={t('assistantTitle')}>
      <Text tone="muted">{t('assistantText')}</Text>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so a keyboard must reach it. */}
      <section className={styles.prompt} tabIndex={0} aria-label={t('prompt')}>
        <pre>{PROMPT}</pre>
      </section>
      <p className={styles.aside}>
        {t('connect')}{' '}
        <a className={styles.link} href="/docs/api" target="_blank" rel="noreferrer">
          {t('connectHow')}
        </a>
      </p>
      <Button className={styles.main} onClick={() => void copy(PROMPT)} data-autofocus>
        <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
      </Button>
    </Dialog>
  );
}
