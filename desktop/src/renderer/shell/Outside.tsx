import { Button, Group } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useLocation } from '../../../../web/src/ui/router.ts';
import { useActiveAccount } from '../data/accounts.ts';
import { t } from '../words/shell.ts';
import { Inside } from './Inside.tsx';
import styles from './Outside.module.css';

/** A page that only the web app has: it opens in the person's browser. */
export function Outside() {
  const { pathname, search } = useLocation();
  const server = useActiveAccount()?.server;
  const address = server && new URL(pathname + search, server).href;
  useEffect(() => {
    if (address) window.open(address, '_blank', 'noopener');
  }, [address]);
  return (
    <Inside title={t('outsideTitle')}>
      <div className={styles.outside}>
        <h1>{t('outsideTitle')}</h1>
        <p>{t('outside')}</p>
        <Group gap={8} justify="center">
          <Button variant="default" component="a" href={address} target="_blank" rel="noopener">
            {t('openAgain')}
          </Button>
          <Button component={Link} to="/folders">
            {t('backToFolders')}
          </Button>
        </Group>
      </div>
    </Inside>
  );
}
