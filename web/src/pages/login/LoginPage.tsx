import { useEffect } from 'react';
import { useSession } from '../../data/session.ts';
import { Mark } from '../../ui/Mark.tsx';
import { Link, Navigate, useLocation, useSearchParams } from '../../ui/router.ts';
import { Stage } from '../../ui/Stage.tsx';
import { t as common } from '../../words/common.ts';
import { t } from '../../words/login.ts';
import { destination, tellEmbedder } from './afterLogin.ts';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginPage.module.css';

/** The guard says why it sent somebody here. */
function noticeIn(state: unknown): string | undefined {
  const message =
    typeof state === 'object' && state !== null && 'message' in state ? state.message : undefined;
  return typeof message === 'string' ? message : undefined;
}

function SwitchMode({ query, isSignup }: { query: URLSearchParams; isSignup: boolean }) {
  const other = new URLSearchParams(query);
  if (isSignup) other.delete('mode');
  else other.set('mode', 'signup');
  return (
    <p className={styles.other}>
      {isSignup ? t('haveAccount') : t('newHere')}{' '}
      <Link to={{ search: other.toString() }} replace>
        {isSignup ? t('toLogin') : t('toSignup')}
      </Link>
    </p>
  );
}

/** Sign in and sign up; where anybody goes who needs a session and has none. */
export function LoginPage() {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const { data: session } = useSession();
  const isSignup = query.get('mode') === 'signup';
  const mode = isSignup ? 'signup' : 'login';
  const title = isSignup ? t('signupTitle') : t('loginTitle');
  const isSignedIn = Boolean(session?.user);
  const isEmbedded = window.parent !== window;

  useEffect(() => {
    document.title = `${title} · ${common('product')}`;
  }, [title]);
  useEffect(() => {
    if (isSignedIn) tellEmbedder();
  }, [isSignedIn]);

  if (isSignedIn && !isEmbedded) return <Navigate to={destination(query)} replace />;

  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <Link to="/" className={styles.back}>
          {t('back')}
        </Link>
        <div className={styles.box}>
          <span className={styles.mark}>
            <Mark size={28} />
          </span>
          <h1 className={styles.title}>{title}</h1>
          <LoginForm key={mode} mode={mode} notice={noticeIn(state)} />
          <SwitchMode query={query} isSignup={isSignup} />
        </div>
      </main>
      <aside className={styles.aside}>
        <Stage>
          <p className={styles.line}>{t('stageLine')}</p>
        </Stage>
      </aside>
    </div>
  );
}
