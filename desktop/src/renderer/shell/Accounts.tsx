import { Link } from '../../../../web/src/ui/router.ts';
import { toastProblem } from '../../../../web/src/ui/toast.ts';
import { sentence } from '../../../../web/src/data/sentence.ts';
import type { Account } from '../../accounts.ts';
import { useAccounts } from '../data/accounts.ts';
import { ask } from '../desk.ts';
import { hostOf } from '../server.ts';
import { t } from '../words/shell.ts';
import styles from './Accounts.module.css';

function use({ id }: Account): void {
  ask('accounts.use', id).catch((error: unknown) => toastProblem(t('switchFailed'), sentence(error, '')));
}

/** Everybody who is signed in on this machine, and the door for one more. */
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
