import { CAPTURE_PATH } from '@stagelink/shared/contracts/editorExtension';
import { useId } from 'react';
import { Button } from '../../kit/Button.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import { t } from './copy.ts';
import styles from './ExtensionCard.module.css';

interface CaptureCardProps {
  /** Null where the server does not offer it; undefined while that is not known. */
  version: string | null | undefined;
  onInstructions: () => void;
}

/** Offers the browser extension, which works on every plan. */
export function CaptureCard({ version, onInstructions }: CaptureCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.card}>
      <div className={styles.words}>
        <h2 id={id} className={styles.title}>
          {t('captureTitle')}
          {version && <span className={styles.version}>{t('version', { version })}</span>}
        </h2>
        <p className={styles.text}>{t(version === null ? 'captureNone' : 'captureText')}</p>
      </div>
      {version !== null && (
        <div className={styles.acts}>
          <a href={CAPTURE_PATH} download className={buttonClass({ variant: 'plain' })}>
            {t('captureDownload')}
          </a>
          <Button variant="plain" onClick={onInstructions}>
            {t('captureHow')}
          </Button>
        </div>
      )}
    </section>
  );
}
