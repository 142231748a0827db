import { useEffect, useState } from 'react';
import { useSignInOptions } from '../account/api.ts';
import { useSession } from '../account/sessionApi.ts';
import { Link, Navigate, useLocation, useSearchParams } from '../../../lib/router.ts';
import { ProductPicture } from '../../../kit/ProductPicture.tsx';
import { t } from './copy.ts';
import { destination, knownWords, notifyEmbedder, type SentBy, sentBy } from './returnTo.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { ForgotPassword } from './ForgotPassword.tsx';
import { Google } from './Google.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from './signIn.module.css';

/** Per tab: history state is lost at Google's page. */
const KEY = 'stagelink-going-to';

/** Saves the target before leaving for Google. */
function saveReturnTo(sent: SentBy | null): void {
  try {
    if (sent) sessionStorage.setItem(KEY, sent.from);
    else sessionStorage.removeItem(KEY);
  } catch {
    // The user arrives at the dashboard if there is no storage.
  }
}

/** Returns the saved target after returning from Google, signed in or not. */
function keptGoal(query: URLSearchParams): SentBy | null {
  if (query.get('from') !== 'google' && query.get('error') !== 'google') return null;
  try {
    return sentBy({ from: sessionStorage.getItem(KEY) });
  } catch {
    return null;
  }
}

/** Returns the query for the server: it redirects back here when only this tab knows the target. */
function wordsForGoogle(query: URLSearchParams, sent: SentBy | null): URLSearchParams {
  const words = knownWords(query);
  return sent && !words.has('redirect') ? new URLSearchParams({ redirect: 'login' }) : words;
}

/** Returns why a sign-in with Google failed, from the query the server redirects with. */
function googleFailure(query: URLSearchParams): string | undefined {
  if (query.get('error') !== 'google') return undefined;
  switch (query.get('reason')) {
    case 'unavailable':
      return t('googleUnavailable');
    case 'email_taken':
      return t('googleNeedsPassword');
    case 'forbidden':
      return t('googleUnconfirmed');
    case 'deactivated':
      return t('deactivated');
    case 'being_deleted':
      return t('beingDeleted');
    default:
      return t('googleFailed');
  }
}

/** Props of a link to another form, which knows the plan, the claim and the page that led here. */
function linkTo(mode: 'login' | 'signup' | 'forgot', query: URLSearchParams, sent: SentBy | null) {
  const words = knownWords(query);
  if (mode === 'login') words.delete('mode');
  else words.set('mode', mode);
  return { to: { search: words.toString() }, state: sent && { ...sent, message: undefined } };
}

interface SwitchModeProps {
  isSignup: boolean;
  to: ReturnType<typeof linkTo>;
}

function SwitchMode({ isSignup, to }: SwitchModeProps) {
  return (
    <p className={styles.other}>
      {isSignup ? t('haveAccount') : t('newHere')}{' '}
      <Link {...to} replace>
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
  if (session?.user) {
    return (
      <AuthLayout title={t('signedIn', { name: session.user.name })} text={t('signedInText')} back={null} />
    );
  }
  if (requestedMode === 'forgot') {
    return <ForgotPassword toLogin={linkTo('login', query, sent)} email={email} onEmail={setEmail} />;
  }

  const mode = requestedMode === 'signup' ? 'signup' : 'login';
  const isSignup = mode === 'signup';
  return (
    <AuthLayout
      title={isSignup ? t('signupTitle') : t('loginTitle')}
      picture={<ProductPicture name="viewer" alt="" className={undefined} />}
    >
      <LoginForm
        key={mode}
        mode={mode}
        email={email}
        onEmail={setEmail}
        toForgot={linkTo('forgot', query, sent)}
        failure={googleFailure(query)}
        notice={sent?.message}
      />
      <Google words={wordsForGoogle(query, sent)} onLeave={() => saveReturnTo(sent)} />
      <SwitchMode isSignup={isSignup} to={linkTo(isSignup ? 'login' : 'signup', query, sent)} />
    </AuthLayout>
  );
}
