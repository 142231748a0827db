import { useState } from 'react';
import { AuthLayout } from '@stagelink/web/features/identity/signIn/AuthLayout.tsx';
import { sentBy } from '@stagelink/web/features/identity/signIn/returnTo.ts';
import { Loading } from '@stagelink/web/kit/Loading.tsx';
import { Navigate, useLocation, useNavigate, useSearchParams } from '@stagelink/web/lib/router.ts';
import { useAccounts, useActiveAccount } from '../preferences/accountsApi.ts';
import { hostOf } from '../../lib/server.ts';
import { t } from './copy.ts';
import { SignInForm } from './SignInForm.tsx';
import { useSignIn } from './useSignIn.ts';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { Stack } from '@stagelink/web/kit/layout/Stack.tsx';
import styles from './SignIn.module.css';

function Waiting({ onCancel }: { onCancel: () => void }) {
  return (
    <Stack gap="vast">
      <span className={styles.lamp} aria-hidden />
      <Button variant="plain" size="large" isWide onClick={onCancel} data-autofocus>
        {t('cancel')}
      </Button>
    </Stack>
  );
}

/** Signs in the first time, again, or with another account. */
export function SignInPage() {
  const { isPending } = useAccounts();
  const account = useActiveAccount();
  const from = sentBy(useLocation().state)?.from ?? '/folders';
  const besides = useSearchParams()[0].get('besides');
  const navigate = useNavigate();
  const [server, setServer] = useState<string | null>(null);
  const signIn = useSignIn(() => void navigate(from, { replace: true }));

  if (isPending) return <Loading />;
  // The window reloads on this page after the active account changes.
  if (account?.isSignedIn && account.id !== besides) return <Navigate to={from} replace />;

  const isAgain = account !== undefined && besides === null;
  const back = account ? { to: '/folders', label: t('back') } : null;
  if (signIn.isWaiting) {
    return (
      <AuthLayout title={t('waiting')} text={t('waitingText', { server: hostOf(server ?? '') })} back={back}>
        <Waiting onCancel={signIn.cancel} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={isAgain ? t('titleAgain') : t(besides === null ? 'title' : 'titleBesides')}
      text={t('text')}
      back={back}
    >
      <SignInForm
        server={server ?? (isAgain ? account.server : null)}
        email={isAgain ? account.email : ''}
        signIn={signIn}
        onServer={setServer}
      />
    </AuthLayout>
  );
}
