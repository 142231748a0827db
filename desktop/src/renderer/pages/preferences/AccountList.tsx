import { Button } from '@mantine/core';
import { Link, useNavigate } from '../../../../../web/src/ui/router.ts';
import { tell } from '../../../../../web/src/ui/telling.ts';
import type { Account } from '../../../accounts.ts';
import { useAccounts } from '../../data/accounts.ts';
import { ask } from '../../desk.ts';
import { hostOf } from '../../server.ts';
import { t } from '../../words/preferences.ts';
import styles from './PreferencesPage.module.css';

const use = ({ id }: Account) => tell({ act: () => ask('accounts.use', id), failed: t('switchFailed') });

const signOut = ({ id, name }: Account) =>
  tell({
    act: () => ask('accounts.signOut', id),
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
      <div className={styles.acts}>
        {isActive && account.isSignedIn && <span className={styles.shown}>{t('shown')}</span>}
        {isActive && !account.isSignedIn && (
          <Button
            size="xs"
            variant="default"
            onClick={() => void navigate('/sign-in', { state: { from: '/preferences' } })}
          >
            {t('signInAgain')}
          </Button>
        )}
        {!isActive && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('useNamed', words)}
            onClick={() => void use(account)}
          >
            {t('use')}
          </Button>
        )}
        <Button
          size="xs"
          variant="subtle"
          aria-label={t('signOutNamed', words)}
          onClick={() => void signOut(account)}
        >
          {t('signOut')}
        </Button>
      </div>
    </li>
  );
}

/** Everybody who is signed in on this machine. */
export function AccountList() {
  const { data } = useAccounts();
  if (!data) return null;
  return (
    <>
      <ul className={styles.accounts}>
        {data.all.map((account) => (
          <AccountItem key={account.id} account={account} isActive={account.id === data.activeId} />
        ))}
      </ul>
      <Button
        size="xs"
        variant="default"
        className={styles.add}
        component={Link}
        to={`/sign-in?besides=${encodeURIComponent(data.activeId ?? '')}`}
      >
        {t('add')}
      </Button>
    </>
  );
}
