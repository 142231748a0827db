import { useEffect, useState } from 'react';
import { useSignInOptions } from '../account/api.ts';
import { useSession } from '../account/sessionApi.ts';
import { Link, Navigate, useLocation, useSearchParams } from '../../../lib/router.ts';
import { t } from './copy.ts';
import { destination, knownWords, notifyEmbedder, type SentBy, sentBy } from './returnTo.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { ForgotPassword } from './ForgotPassword.tsx';
import { Google } from './Google.tsx';
import { googleFailure } from './googleFailure.ts';
import { LoginForm } from './LoginForm.tsx';
import styles from './signIn.module.css';
import { saveReturnTo, keptGoal, wordsForGoogle } from './googleRedirectState.ts';

interface SwitchModeProps {
  query: URLSearchParams;
  isSignup: boolean;
  sent: SentBy | null;
}

function SwitchMode({ query, isSignup, sent }: SwitchModeProps) {
  const other = knownWords(query);
  if (!isSignup) other.set('mode', 'signup');
  return (
    <p className={styles.other}>
      {isSignup ? t('haveAccount') : t('newHere')}{' '}
      <Link to={{ search: other.toString() }} replace state={sent && { ...sent, message: undefined }}>
        {isSignup ? t('toLogin') : t('toSignup')}
      </Link>
    </p>
  );
}

/** Sign-in and sign-up. Pages that need a session redirect here. */
export function SignIn() {
  const [query] = useSearchParams();
  const sent = sentBy(useLocation().state) ?? keptGoal(query);
  const { data: session } = useSession();
  const [email, setEmail] = useState('');
  const requestedMode = query.get('mode');
  const isSignedIn = Boolean(session?.user);
  const isEmbedded = window.parent !== window;

  const { data: options, isPending: areOptionsPending } = useSignInOptions();
  useEffect(() => {
    if (isSignedIn && !areOptionsPending) notifyEmbedder(options?.embedOrigins ?? []);
  }, [isSignedIn, areOptionsPending, options]);

  if (isSignedIn && !isEmbedded) return <Navigate to={destination(query, sent?.from)} replace />;
  if (requestedMode === 'forgot') return <ForgotPassword email={email} onEmail={setEmail} />;

  const mode = requestedMode === 'signup' ? 'signup' : 'login';
  const isSignup = mode === 'signup';
  return (
    <AuthLayout title={isSignup ? t('signupTitle') : t('loginTitle')}>
      <LoginForm
        key={mode}
        mode={mode}
        email={email}
        onEmail={setEmail}
        failure={googleFailure(query)}
        notice={sent?.message}
      />
      <Google words={wordsForGoogle(query, sent)} onLeave={() => saveReturnTo(sent)} />
      <SwitchMode query={query} isSignup={isSignup} sent={sent} />
    </AuthLayout>
  );
}
