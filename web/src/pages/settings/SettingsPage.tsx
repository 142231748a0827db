import type { User } from '@stagelink/shared/contracts/accounts';
import { useEffect } from 'react';
import { sessionIsDoubtful } from '../../data/session.ts';
import { Shell } from '../../shell/Shell.tsx';
import { SignedIn } from '../../SignedIn.tsx';
import { t as common } from '../../words/common.ts';
import { t } from '../../words/settings.ts';
import { AccountInformation } from './account/AccountInformation.tsx';
import { AuthenticationRequired } from './AuthenticationRequired.tsx';
import { Following } from './following/Following.tsx';
import { AccountActions } from './leave/AccountActions.tsx';
import { AccountDeleted } from './leave/AccountDeleted.tsx';
import { EmailPreferences } from './mail/EmailPreferences.tsx';
import { PlanManagement } from './plan/PlanManagement.tsx';
import { Security } from './security/Security.tsx';
import styles from './SettingsPage.module.css';

/** An address may have been proven, or a plan bought, in another tab. */
function useFreshAccount(): void {
  useEffect(() => {
    const ask = () => void sessionIsDoubtful();
    ask();
    window.addEventListener('focus', ask);
    return () => window.removeEventListener('focus', ask);
  }, []);
}

function Settings({ user }: { user: User }) {
  useFreshAccount();

  return (
    <Shell user={user}>
      <div className={styles.settings}>
        <h1 className={styles.title}>{t('title')}</h1>
        <p className={styles.subtitle}>{t('subtitle')}</p>
        <AccountInformation user={user} />
        <PlanManagement user={user} />
        <Security user={user} />
        <Following />
        <EmailPreferences />
        <AccountActions user={user} />
      </div>
    </Shell>
  );
}

/** What somebody can see and change about their account. */
export function SettingsPage() {
  useEffect(() => {
    document.title = `${t('title')} · ${common('product')}`;
  }, []);

  return (
    <SignedIn otherwise={{ ended: <AuthenticationRequired />, deleted: <AccountDeleted /> }}>
      {(user) => <Settings user={user} />}
    </SignedIn>
  );
}
