import { useEffect } from 'react';
import { Link, useLocation } from '@stagelink/web/lib/router.ts';
import { Line } from '@stagelink/web/kit/layout/Line.tsx';
import { buttonClass } from '@stagelink/web/kit/buttonClass.ts';
import { useActiveAccount } from '../features/preferences/accountsApi.ts';
import { Message } from '../kit/Message.tsx';
import { t } from './copy.ts';
import { RequireAccount } from './RequireAccount.tsx';

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
      <Message title={t('outsideTitle')} text={t('outside')}>
        <Line gap="small" isWrapping>
          <a className={buttonClass({ variant: 'plain' })} href={address} target="_blank" rel="noopener">
            {t('openAgain')}
          </a>
          <Link to="/folders" className={buttonClass()}>
            {t('backToFolders')}
          </Link>
        </Line>
      </Message>
    </RequireAccount>
  );
}
