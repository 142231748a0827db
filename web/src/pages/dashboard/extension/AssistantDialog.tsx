import { Button, Modal } from '@mantine/core';
import { useCopy } from '../../../ui/useCopy.ts';
import { t } from '../../../words/extension.ts';
import styles from './Dialogs.module.css';
import { PROMPT } from './prompt.ts';

/** Words to give to an AI assistant, ready to be pasted. */
export function AssistantDialog({ onClose }: { onClose: () => void }) {
  const { copied, copy } = useCopy();
  return (
    <Modal opened onClose={onClose} size={640} title={t('assistantTitle')}>
      <p className={styles.intro}>{t('assistantText')}</p>
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
    </Modal>
  );
}
