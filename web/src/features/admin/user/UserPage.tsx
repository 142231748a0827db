import { ApiError } from '@stagelink/shared/client/call';
import type { AdminUser, AdminUserFacts } from '@stagelink/shared/contracts/admin';
import { ArrowLeft } from 'lucide-react';
import { Badge } from '../../../kit/Badge.tsx';
import { Button } from '../../../kit/Button.tsx';
import { ErrorState } from '../../../kit/ErrorState.tsx';
import { Section } from '../../../kit/Section.tsx';
import { Skeleton } from '../../../kit/Skeleton.tsx';
import { VisuallyHidden } from '../../../kit/VisuallyHidden.tsx';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { Link, useNavigate } from '../../../lib/router.ts';
import { resendVerification, useUser } from '../api.ts';
import { runAndReport } from '../success.ts';
import { t as users } from '../users/copy.ts';
import { UserActions } from '../users/UserActions.tsx';
import { UserDetails } from '../users/UserDetails.tsx';
import { t } from './copy.ts';
import { UserBilling } from './UserBilling.tsx';
import { UserSnapshots, UserTimeline } from './UserLists.tsx';
import styles from './UserPage.module.css';
import { UserSessions } from './UserSessions.tsx';

interface UserPageProps {
  uid: string;
  /** The signed-in superadmin. */
  ownUid: string;
}

const isGone = (error: Error | null) => error instanceof ApiError && error.code === 'not_found';

function Head({ user, facts, ownUid }: { user: AdminUser; facts: AdminUserFacts; ownUid: string }) {
  const navigate = useNavigate();
  return (
    <div className={styles.head}>
      <div>
        <h1 className={styles.title}>{user.name}</h1>
        <div className={styles.badges}>
          <span>{user.email}</span>
          <Badge>{t(facts.isVerified ? 'verified' : 'unverified')}</Badge>
          <Badge className={user.status === 'deactivated' ? styles.off : undefined}>
            {users(user.status)}
          </Badge>
        </div>
      </div>
      <UserActions
        user={user}
        isOwn={user.uid === ownUid}
        onDeleted={() => void navigate('/admin', { replace: true })}
      />
    </div>
  );
}

function Account({ user, facts }: { user: AdminUser; facts: AdminUserFacts }) {
  const { uid, email } = user;
  const withBoth = facts.hasGoogle ? 'passwordAndGoogle' : 'password';
  const signIn = facts.hasPassword ? t(withBoth) : t(facts.hasGoogle ? 'google' : 'nothing');
  return (
    <Section title={t('account')}>
      <UserDetails user={user} more={[[t('signIn'), signIn]]} />
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
export function UserPage({ uid, ownUid }: UserPageProps) {
  const { data: read, error, refetch } = useUser(uid);
  const data = isGone(error) ? undefined : read;
  return (
    <>
      <Link to="/admin" className={styles.back}>
        <ArrowLeft size={14} aria-hidden />
        {t('back')}
      </Link>
      {!data && error && (
        <ErrorState message={errorMessage(error, t('failed'))} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <>
          <VisuallyHidden>
            <output>{t('loading')}</output>
          </VisuallyHidden>
          <Skeleton heightPx={480} />
        </>
      )}
      {data && (
        <>
          <Head {...data} ownUid={ownUid} />
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
