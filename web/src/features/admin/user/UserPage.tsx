import { ApiError } from '@stagelink/shared/client/call';
import type { AdminUser, AdminUserFacts } from '@stagelink/shared/contracts/admin';
import { Badge } from '../../../kit/Badge.tsx';
import { Button } from '../../../kit/Button.tsx';
import { ErrorState } from '../../../kit/ErrorState.tsx';
import { Section } from '../../../kit/Section.tsx';
import { Skeleton } from '../../../kit/Skeleton.tsx';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { useNavigate } from '../../../lib/router.ts';
import { BackLink } from '../BackLink.tsx';
import { resendVerification, useUser } from '../api.ts';
import { factsOf } from '../list/describe.ts';
import { Facts } from '../list/Facts.tsx';
import { runAndReport } from '../success.ts';
import { t as users } from '../users/copy.ts';
import { UserActions } from '../users/UserActions.tsx';
import { usersList } from '../users/usersList.tsx';
import { t } from './copy.ts';
import { UserBilling } from './UserBilling.tsx';
import { UserSnapshots, UserTimeline } from './UserLists.tsx';
import { Text } from '../../../kit/layout/Text.tsx';
import { Line } from '../../../kit/layout/Line.tsx';
import styles from './UserPage.module.css';
import { UserSessions } from './UserSessions.tsx';

interface UserPageProps {
  uid: string;
}

const isGone = (error: Error | null) => error instanceof ApiError && error.code === 'not_found';

function Head({ user, facts }: { user: AdminUser; facts: AdminUserFacts }) {
  const navigate = useNavigate();
  return (
    <div className={styles.head}>
      <div>
        <Text as="h1" size="title">
          {user.name}
        </Text>
        <Line gap="small" align="center" isWrapping>
          <span>{user.email}</span>
          <Badge>{t(facts.isVerified ? 'verified' : 'unverified')}</Badge>
          <Badge variant={user.status === 'deactivated' ? 'danger' : 'plain'}>{users(user.status)}</Badge>
        </Line>
      </div>
      <UserActions user={user} onDeleted={() => void navigate('/admin', { replace: true })} />
    </div>
  );
}

function Account({ user, facts }: { user: AdminUser; facts: AdminUserFacts }) {
  const { uid, email } = user;
  const withBoth = facts.hasGoogle ? 'passwordAndGoogle' : 'password';
  const signIn = facts.hasPassword ? t(withBoth) : t(facts.hasGoogle ? 'google' : 'nothing');
  return (
    <Section title={t('account')}>
      <Facts facts={[...factsOf(usersList.columns, user), [t('signIn'), signIn]]} />
      {!facts.isVerified && (
        <div className={styles.actions}>
          <Button
            size="small"
            variant="plain"
            onClick={() =>
              void runAndReport(() => resendVerification(uid), t('resent', { email }), t('resendFailed'))
            }
          >
            {t('resend')}
          </Button>
        </div>
      )}
    </Section>
  );
}

/** Everything about one account, with what superadmins may do. */
export function UserPage({ uid }: UserPageProps) {
  const { data: read, error, refetch } = useUser(uid);
  const data = isGone(error) ? undefined : read;
  return (
    <>
      <BackLink to="/admin">{t('back')}</BackLink>
      {!data && error && (
        <ErrorState message={errorMessage(error, t('failed'))} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton heightPx={480} label={t('loading')} />}
      {data && (
        <>
          <Head {...data} />
          <Account {...data} />
          <UserBilling user={data.user} billing={data.facts.billing} />
          <UserSessions uid={uid} sessions={data.facts.sessions} />
          <UserSnapshots uid={uid} />
          <UserTimeline uid={uid} />
        </>
      )}
    </>
  );
}
