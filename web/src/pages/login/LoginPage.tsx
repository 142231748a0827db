import { useEffect, useState } from 'react';
import { useSignInOptions } from '../../data/account.ts';
import { useSession } from '../../data/session.ts';
import { Link, Navigate, useLocation, useSearchParams } from '../../ui/router.ts';
import { t } from '../../words/login.ts';
import { destination, knownWords, notifyEmbedder, type SentBy, sentBy } from './afterLogin.ts';
import { Entrance } from './Entrance.tsx';
import { ForgotPassword } from './ForgotPassword.tsx';
import { Google } from './Google.tsx';
import { googleFailure } from './googleFailure.ts';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginPage.module.css';
import { keepGoal, keptGoal, wordsForGoogle } from './overGoogle.ts';

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

/** Sign in and sign up; where anybody goes who needs a session and has none. */
export function LoginPage() {
  const [query] = useSearchParams();
  const sent = sentBy(useLocation().state) ?? keptGoal(query);
  const { data: session } = useSession();
  const [email, setEmail] = useState('');
  const asked = query.get('mode');
  const isSignedIn = Boolean(session?.user);
  const isEmbedded = window.parent !== window;

  const { data: options, isPending: areOptionsPending } = useSignInOptions();
  useEffect(() => {
    if (isSignedIn && !areOptionsPending) notifyEmbedder(options?.embedOrigins ?? []);
  }, [isSignedIn, areOptionsPending, options]);

  if (isSignedIn && !isEmbedded) return <Navigate to={destination(query, sent?.from)} replace />;
  if (asked === 'forgot') return <ForgotPassword email={email} onEmail={setEmail} />;

  const mode = asked === 'signup' ? 'signup' : 'login';
  const isSignup = mode === 'signup';
  return (
    <Entrance title={isSignup ? t('signupTitle') : t('loginTitle')}>
      <LoginForm
        key={mode}
        mode={mode}
        email={email}
        onEmail={setEmail}
        failure={googleFailure(query)}
        notice={sent?.message}
      />
      <Google words={wordsForGoogle(query, sent)} onLeave={() => keepGoal(sent)} />
      <SwitchMode query={query} isSignup={isSignup} sent={sent} />
    </Entrance>
  );
}
