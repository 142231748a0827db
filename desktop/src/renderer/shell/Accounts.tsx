import { Link } from '@stagelink/web/lib/router.ts';
import { toastProblem } from '@stagelink/web/kit/toast.ts';
import { errorMessage } from '@stagelink/web/lib/errorMessage.ts';
import type { Account } from '../../protocol/accounts.ts';
import { useAccounts } from '../features/preferences/accountsApi.ts';
import { invoke } from '../lib/stagelink.ts';
import { hostOf } from '../lib/server.ts';
import { t } from './copy.ts';
import styles from './Accounts.module.css';

function use({ id }: Account): void {
  invoke('accounts.use', id).catch((error: unknown) =>
    toastProblem(t('switchFailed'), errorMessage(error, '')),
  );
}

export function Accounts() {
  const { data } = useAccounts();
  if (!data) return null;
  return (
    <section aria-label={t('accounts')} className={styles.accounts}>
      {data.all.map((account) => (
        <button
          key={account.id}
          type="button"
          className={styles.account}
          aria-current={account.id === data.activeId ? 'true' : undefined}
          onClick={() => use(account)}
        >
          <span className={styles.name}>{account.name}</span>
          <span className={styles.server}>
            {account.isSignedIn ? hostOf(account.server) : t('sessionEnded')}
          </span>
        </button>
      ))}
      <Link to={`/sign-in?besides=${encodeURIComponent(data.activeId ?? '')}`} className={styles.account}>
        {t('addAccount')}
      </Link>
    </section>
  );
}
