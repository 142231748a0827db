import type { User } from '@stagelink/shared/contracts/accounts';
import type { ReactNode } from 'react';
import { useSession } from './data/session.ts';
import { Loading } from './ui/Loading.tsx';
import { Problem } from './ui/Problem.tsx';
import { Navigate } from './ui/router.ts';
import { t } from './words/common.ts';

/** Lets only somebody signed in through; everybody else goes to the sign-in page, or home after signing out. */
export function SignedIn({ children }: { children: (user: User) => ReactNode }) {
  const { data: session, error, refetch } = useSession();

  if (session?.user) return children(session.user);
  if (session?.because === 'signed-out') return <Navigate to="/" replace />;
  if (session) {
    const message = session.because === 'ended' ? t('authenticationFailed') : undefined;
    return <Navigate to="/login" replace state={{ message }} />;
  }
  if (error) return <Problem message={error.message} onRetry={() => void refetch()} />;
  return <Loading />;
}
