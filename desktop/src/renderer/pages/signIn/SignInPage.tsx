import { useState } from 'react';
import { Entrance } from '../../../../../web/src/pages/login/Entrance.tsx';
import { sentBy } from '../../../../../web/src/pages/login/afterLogin.ts';
import { Loading } from '../../../../../web/src/ui/Loading.tsx';
import { Navigate, useLocation, useNavigate, useSearchParams } from '../../../../../web/src/ui/router.ts';
import { useAccounts, useActiveAccount } from '../../data/accounts.ts';
import { hostOf } from '../../server.ts';
import { t } from '../../words/signIn.ts';
import { SignInForm } from './SignInForm.tsx';
import { useSignIn } from './useSignIn.ts';
import { Waiting } from './Waiting.tsx';

/** Where somebody signs in: the first time, again, or with another account beside those there are. */
export function SignInPage() {
  const { isPending } = useAccounts();
  const account = useActiveAccount();
  const from = sentBy(useLocation().state)?.from ?? '/folders';
  const besides = useSearchParams()[0].get('besides');
  const navigate = useNavigate();
  const [server, setServer] = useState<string | null>(null);
  const signIn = useSignIn(() => void navigate(from, { replace: true }));

  if (isPending) return <Loading />;
  // The window is loaded anew once somebody else is shown, and finds itself here.
  if (account?.isSignedIn && account.id !== besides) return <Navigate to={from} replace />;

  const isAgain = account !== undefined && besides === null;
  const back = account ? { to: '/folders', label: t('back') } : null;
  if (signIn.isWaiting) {
    return (
      <Entrance title={t('waiting')} text={t('waitingText', { server: hostOf(server ?? '') })} back={back}>
        <Waiting onCancel={signIn.cancel} />
      </Entrance>
    );
  }
  return (
    <Entrance
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
    </Entrance>
  );
}
