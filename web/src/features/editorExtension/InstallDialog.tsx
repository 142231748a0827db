import { EXTENSION_BACKUP_PATH } from '@stagelink/shared/contracts/editorExtension';
import { Dialog } from '../../kit/Dialog.tsx';
import { EDITOR_PALETTE_KEYS } from '../../lib/keyboard/platform.ts';
import { t } from './copy.ts';
import styles from './Dialogs.module.css';
import { Check, Copy } from 'lucide-react';
import { useCopy } from '../../kit/useCopy.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { t as common } from '../../lib/commonCopy.ts';

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

interface InstallDialogProps {
  hasExtension: boolean;
  onDownload: () => void;
  onTokens: () => void;
  onClose: () => void;
}

export function InstallDialog({ hasExtension, onDownload, onTokens, onClose }: InstallDialogProps) {
  return (
    <Dialog hasCloseButton widthPx={560} onClose={onClose} title={t('installTitle')}>
      <ol className={styles.steps}>
        <li>
          <h3>{t('install')}</h3>
          <p>{t('installText', { keys: EDITOR_PALETTE_KEYS })}</p>
          <Command text={t('installCommand')} />
          {hasExtension && (
            <p>
              {t('again')}{' '}
              <a className={styles.link} href={EXTENSION_BACKUP_PATH} download onClick={onDownload}>
                {t('downloadAgain')}
              </a>
            </p>
          )}
        </li>
        <li>
          <h3>{t('setToken')}</h3>
          <p>{t('setTokenText')}</p>
          <Command text={t('setTokenCommand')} />
          <button type="button" className={styles.link} onClick={onTokens}>
            {t('makeToken')}
          </button>
        </li>
        <li>
          <h3>{t('stage')}</h3>
          <p>{t('stageText')}</p>
          <Command text={t('stageCommand')} />
        </li>
      </ol>
      <section className={styles.shell}>
        <h3>{t('shell')}</h3>
        <p>{t('shellText')}</p>
        <Command text={t('shellCommands')} />
      </section>
    </Dialog>
  );
}
