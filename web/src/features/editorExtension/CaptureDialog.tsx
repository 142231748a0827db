import { CAPTURE_FIREFOX_PATH, CAPTURE_PATH } from '@stagelink/shared/contracts/editorExtension';
import { Dialog } from '../../kit/Dialog.tsx';
import { t } from './copy.ts';
import styles from './Dialogs.module.css';
import { Command } from './InstallDialog.tsx';

/** How to install the browser extension from the downloaded file. */
export function CaptureDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog hasCloseButton widthPx={560} onClose={onClose} title={t('captureInstall')}>
      <ol className={styles.steps}>
        <li>
          <h3>{t('captureUnpack')}</h3>
          <p>{t('captureUnpackText')}</p>
          <p>
            {t('again')}{' '}
            <a className={styles.link} href={CAPTURE_PATH} download>
              {t('downloadAgain')}
            </a>
          </p>
        </li>
        <li>
          <h3>{t('captureLoad')}</h3>
          <p>{t('captureLoadText')}</p>
          <Command text={t('captureAddress')} />
        </li>
        <li>
          <h3>{t('captureSignIn')}</h3>
          <p>{t('captureSignInText')}</p>
        </li>
      </ol>
      <section className={styles.shell}>
        <h3>{t('captureFirefox')}</h3>
        <p>{t('captureFirefoxText')}</p>
        <Command text={t('captureFirefoxAddress')} />
        <a className={styles.link} href={CAPTURE_FIREFOX_PATH} download>
          {t('captureFirefoxDownload')}
        </a>
      </section>
    </Dialog>
  );
}
