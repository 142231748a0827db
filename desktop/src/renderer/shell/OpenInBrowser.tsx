import { useEffect } from 'react';
import { Link, useLocation } from '@stagelink/web/lib/router.ts';
import { buttonClass } from '@stagelink/web/kit/buttonClass.ts';
import { useActiveAccount } from '../features/preferences/accountsApi.ts';
import { t } from './copy.ts';
import { RequireAccount } from './RequireAccount.tsx';
import styles from './OpenInBrowser.module.css';

/** Takes the place of pages the companion does not include. */
export function OpenInBrowser() {
  const { pathname, search } = useLocation();
  const server = useActiveAccount()?.server;
  const address = server && new URL(pathname + search, server).href;
  useEffect(() => {
    if (address) window.open(address, '_blank', 'noopener');
  }, [address]);
  return (
    <RequireAccount title={t('outsideTitle')}>
      <div className={styles.outside}>
        <h1>{t('outsideTitle')}</h1>
        <p>{t('outside')}</p>
        <div className={styles.actions}>
          <a className={buttonClass({ variant: 'plain' })} href={address} target="_blank" rel="noopener">
            {t('openAgain')}
          </a>
          <Link to="/folders" className={buttonClass()}>
            {t('backToFolders')}
          </Link>
        </div>
      </div>
    </RequireAccount>
  );
}
