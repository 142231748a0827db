import { ApiError } from '@stagelink/shared/client/call';
import type { ClaimedSnapshot } from '@stagelink/shared/contracts/tryOut';
import { moment } from '@stagelink/shared/domain/format';
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../../features/identity/account/sessionApi.ts';
import { AuthLayout } from '../../features/identity/signIn/AuthLayout.tsx';
import { useClaim, useClaimable } from '../../features/tryOut/api.ts';
import {
  claimPath,
  forgetClaim,
  keepClaiming,
  rememberClaim,
  takeClaiming,
} from '../../features/tryOut/claimLinks.ts';
import { t } from '../../features/tryOut/copy.ts';
import { Button } from '../../kit/Button.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { Loading } from '../../kit/Loading.tsx';
import { errorMessage } from '../../lib/errorMessage.ts';
import { expiresIn } from '../../lib/expiresIn.ts';
import { LinkedText } from '../../kit/LinkedText.tsx';
import { Link, useLocation } from '../../lib/router.ts';
import { useNow } from '../../lib/useNow.ts';
import { Stack } from '../../kit/layout/Stack.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './ClaimPage.module.css';

const ToDashboard = ({ isMain = false }: { isMain?: boolean }) => (
  <Link
    className={buttonClass({ variant: isMain ? 'main' : 'plain', size: 'large', isWide: true })}
    to="/dashboard"
  >
    {t('toDashboard')}
  </Link>
);

function Claimed({ snapshot: { name, url, expiresAt } }: { snapshot: ClaimedSnapshot }) {
  return (
    <AuthLayout title={t('claimed', { name })} text={t('claimedText', { when: moment(new Date(expiresAt)) })}>
      <Stack gap="small">
        <a className={buttonClass({ size: 'large', isWide: true })} href={url}>
          {t('openSnapshot')}
        </a>
        <ToDashboard />
      </Stack>
    </AuthLayout>
  );
}

/** Sign-in and sign-up lead back here, and then it is claimed without another press. */
function SignInToClaim({ secret }: { secret: string }) {
  const state = { from: claimPath(secret), message: t('toClaim') };
  const look = (variant: 'main' | 'plain') => ({
    className: buttonClass({ variant, size: 'large', isWide: true }),
    onClick: () => keepClaiming(secret),
    state,
  });
  return (
    <Stack gap="small">
      <Link to="/login?mode=signup" {...look('main')}>
        {t('signUp')}
      </Link>
      <Link to="/login" {...look('plain')}>
        {t('logIn')}
      </Link>
    </Stack>
  );
}

interface AskProps {
  secret: string;
  snapshot: ClaimedSnapshot;
  /** Null: signed out. */
  email: string | null;
}

function Ask({ secret, snapshot: { id, name, url, expiresAt }, email }: AskProps) {
  const claim = useClaim(secret);
  const now = useNow();
  const claimWished = useEffectEvent(() => {
    if (takeClaiming(secret)) claim.mutate();
  });
  useEffect(() => rememberClaim(id, secret), [id, secret]);
  useEffect(() => {
    if (email !== null) claimWished();
  }, [email]);
  const { data: claimed, error, isPending } = claim;
  useEffect(() => {
    if (claimed) forgetClaim(claimed.id);
  }, [claimed]);

  if (claimed) return <Claimed snapshot={claimed} />;
  return (
    <AuthLayout
      title={t('claimTitle', { name })}
      text={t('claimText', { when: expiresIn(new Date(expiresAt), now) })}
    >
      {email === null ? (
        <SignInToClaim secret={secret} />
      ) : (
        <Stack gap="small">
          <Text below="small" tone="muted" isBreaking>
            {t('signedInAs', { email })}
          </Text>
          {error && (
            <Text below="small" tone="danger" isBreaking role="alert">
              <LinkedText text={errorMessage(error, t('claimFailed'))} />
            </Text>
          )}
          <Button size="large" isWide isLoading={isPending} onClick={() => claim.mutate()}>
            {t('claim')}
          </Button>
          {error && <ToDashboard />}
        </Stack>
      )}
      <p className={styles.other}>
        <a href={url}>{t('openSnapshot')}</a>
      </p>
    </AuthLayout>
  );
}

/** Target of a claim link; its secret stays in the hash, which no server receives. */
export function ClaimPage() {
  const secret = useLocation().hash.slice(1);
  const { data: session } = useSession();
  const { data: snapshot, error, refetch } = useClaimable(secret);

  if (secret === '') {
    return (
      <AuthLayout title={t('incompleteTitle')} text={t('incomplete')}>
        <ToDashboard isMain />
      </AuthLayout>
    );
  }
  if (error instanceof ApiError && error.status < 500) {
    return (
      <AuthLayout title={t('cannotClaim')} text={errorMessage(error, t('readFailed'))}>
        <ToDashboard isMain />
      </AuthLayout>
    );
  }
  if (error) {
    return (
      <AuthLayout title={t('cannotClaim')}>
        <ErrorState
          layout="block"
          message={errorMessage(error, t('readFailed'))}
          error={error}
          onRetry={() => void refetch()}
        />
      </AuthLayout>
    );
  }
  if (!snapshot || !session) return <Loading />;
  return <Ask secret={secret} snapshot={snapshot} email={session.user?.email ?? null} />;
}
