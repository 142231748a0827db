import type { User } from '@stagelink/shared/contracts/accounts';
import { useEffect } from 'react';
import { recheckSession } from '../../features/identity/account/sessionApi.ts';
import { t } from './copy.ts';
import { AccountInformation } from '../../features/identity/account/AccountInformation.tsx';
import { AuthenticationRequired } from '../../features/identity/account/AuthenticationRequired.tsx';
import { Follows } from '../../features/follows/Follows.tsx';
import { AccountActions } from '../../features/identity/account/AccountActions.tsx';
import { AccountDeleted } from '../../features/identity/account/AccountDeleted.tsx';
import { EmailPreferences } from '../../features/notifications/EmailPreferences.tsx';
import { BrowserNotifications } from '../../features/push/BrowserNotifications.tsx';
import { PlanManagement } from '../../features/billing/PlanManagement.tsx';
import { Security } from '../../features/identity/account/Security.tsx';
import { Tutorials } from '../../features/onboarding/Tutorials.tsx';
import { Webhooks } from '../../features/webhooks/Webhooks.tsx';
import { IssueTrackers } from '../../features/issues/IssueTrackers.tsx';
import { SectionLinks } from './SectionLinks.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './SettingsPage.module.css';

/** Refetches: the email may have been verified, or a plan bought, in another tab. */
function useFreshAccount(): void {
  useEffect(() => {
    const ask = () => void recheckSession();
    ask();
    window.addEventListener('focus', ask);
    return () => window.removeEventListener('focus', ask);
  }, []);
}

export const title = t('title');

/** Shown instead of a redirect to the sign-in page. */
export const withoutSession = { ended: <AuthenticationRequired />, deleted: <AccountDeleted /> };

export function SettingsPage({ user }: { user: User }) {
  useFreshAccount();

  return (
    <div className={styles.settings}>
      <Text as="h1" size="title">
        {title}
      </Text>
      <Text below="vast" tone="muted">
        {t('subtitle')}
      </Text>
      <SectionLinks />
      <AccountInformation user={user} />
      <PlanManagement user={user} />
      <Security user={user} />
      <Follows />
      <EmailPreferences user={user} />
      <BrowserNotifications />
      <Webhooks user={user} />
      <IssueTrackers />
      <Tutorials />
      <AccountActions user={user} />
    </div>
  );
}
