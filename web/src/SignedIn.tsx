import type { User } from '@stagelink/shared/contracts/accounts';
import { type ReactNode, useEffect } from 'react';
import { sentence } from './data/sentence.ts';
import { type Because, useSession } from './data/session.ts';
import { useHost } from './host.ts';
import { Loading } from './ui/Loading.tsx';
import { Problem } from './ui/Problem.tsx';
import { clearToasts } from './ui/toast.ts';
import type { SentBy } from './pages/login/afterLogin.ts';
import { Navigate, useLocation } from './ui/router.ts';
import { t } from './words/common.ts';

interface SignedInProps {
  children: (user: User) => ReactNode;
  /** What this page says itself to somebody who is no longer signed in, instead of sending them away. */
  otherwise?: Partial<Record<Because, ReactNode>>;
}

/** Lets only somebody signed in through; everybody else goes to the sign-in page and comes back, or home after signing out. */
export function SignedIn({ children, otherwise }: SignedInProps) {
  const { data: session, error, refetch } = useSession();
  const { pathname, search } = useLocation();
  const host = useHost();
  const hasEnded = session?.because === 'ended';
  // What they say and offer is of the account that is no longer signed in.
  useEffect(() => {
    if (hasEnded) clearToasts();
  }, [hasEnded]);

  if (session?.user) return children(session.user);
  const said = session && otherwise?.[session.because];
  if (said) return said;
  if (session?.because === 'signed-out') return <Navigate to={host.afterSignOut} replace />;
  if (session) {
    const message = hasEnded ? t('authenticationFailed') : undefined;
    return (
      <Navigate to={host.signIn} replace state={{ message, from: pathname + search } satisfies SentBy} />
    );
  }
  if (error) return <Problem message={sentence(error, t('unreachable'))} onRetry={() => void refetch()} />;
  return <Loading />;
}
