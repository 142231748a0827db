import { Link, useNavigate } from '@stagelink/web/lib/router.ts';
import { runWithToast } from '@stagelink/web/kit/runWithToast.ts';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { buttonClass } from '@stagelink/web/kit/buttonClass.ts';
import type { Account } from '../../../protocol/accounts.ts';
import { useAccounts } from './accountsApi.ts';
import { invoke } from '../../lib/stagelink.ts';
import { hostOf } from '../../lib/server.ts';
import { t } from './copy.ts';
import { Line } from '@stagelink/web/kit/layout/Line.tsx';
import { Text } from '@stagelink/web/kit/layout/Text.tsx';
import styles from './PreferencesPage.module.css';

const use = ({ id }: Account) =>
  runWithToast({ act: () => invoke('accounts.use', id), failed: t('switchFailed') });

const signOut = ({ id, name }: Account) =>
  runWithToast({
    act: () => invoke('accounts.signOut', id),
    done: t('signedOut', { name }),
    failed: t('signOutFailed'),
  });

function AccountItem({ account, isActive }: { account: Account; isActive: boolean }) {
  const navigate = useNavigate();
  const words = { name: account.name, server: hostOf(account.server) };
  return (
    <li className={styles.account}>
      <div className={styles.who}>
        {account.name}
        <span>
          {account.email} · {words.server}
        </span>
        {!account.isSignedIn && <span className={styles.ended}>{t('ended')}</span>}
      </div>
      <Line gap="small" align="center">
        {isActive && account.isSignedIn && (
          <Text as="span" tone="muted" size="small">
            {t('shown')}
          </Text>
        )}
        {isActive && !account.isSignedIn && (
          <Button
            size="small"
            variant="plain"
            onClick={() => void navigate('/sign-in', { state: { from: '/preferences' } })}
          >
            {t('signInAgain')}
          </Button>
        )}
        {!isActive && (
          <Button
            size="small"
            variant="plain"
            aria-label={t('useNamed', words)}
            onClick={() => void use(account)}
          >
            {t('use')}
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          aria-label={t('signOutNamed', words)}
          onClick={() => void signOut(account)}
        >
          {t('signOut')}
        </Button>
      </Line>
    </li>
  );
}

export function AccountList() {
  const { data } = useAccounts();
  if (!data) return null;
  return (
    <>
      <ul>
        {data.all.map((account) => (
          <AccountItem key={account.id} account={account} isActive={account.id === data.activeId} />
        ))}
      </ul>
      <Link
        className={`${buttonClass({ variant: 'plain', size: 'small' })} ${styles.add}`}
        to={`/sign-in?besides=${encodeURIComponent(data.activeId ?? '')}`}
      >
        {t('add')}
      </Link>
    </>
  );
}
