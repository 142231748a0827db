import type { User } from '@stagelink/shared/contracts/accounts';
import { type ReactNode, useEffect } from 'react';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { type SignedOutReason, useSession } from './sessionApi.ts';
import { useHost } from '../../../lib/host.ts';
import { Loading } from '../../../kit/Loading.tsx';
import { ErrorPage } from '../../../kit/ErrorPage.tsx';
import { clearToasts } from '../../../kit/toast.ts';
import type { SentBy } from '../signIn/returnTo.ts';
import { Navigate, useLocation } from '../../../lib/router.ts';
import { t } from '../../../lib/commonCopy.ts';

interface SignedInProps {
  children: (user: User) => ReactNode;
  /** Content for users without a session, instead of a redirect. */
  otherwise?: Partial<Record<SignedOutReason, ReactNode>>;
}

/** Requires a session; redirects to the sign-in page and back, or home after signing out. */
export function SignedIn({ children, otherwise }: SignedInProps) {
  const { data: session, error, refetch } = useSession();
  const { pathname, search } = useLocation();
  const host = useHost();
  const hasEnded = session?.because === 'ended';
  // Toasts belong to the account that is no longer signed in.
  useEffect(() => {
    if (hasEnded) clearToasts();
  }, [hasEnded]);

  if (session?.user) return children(session.user);
  const content = session && session.message === undefined && otherwise?.[session.because];
  if (content) return content;
  if (session?.because === 'signed-out') return <Navigate to={host.afterSignOut} replace />;
  if (session) {
    const message = hasEnded ? (session.message ?? t('authenticationFailed')) : undefined;
    return (
      <Navigate to={host.signIn} replace state={{ message, from: pathname + search } satisfies SentBy} />
    );
  }
  if (error)
    return <ErrorPage message={errorMessage(error, t('unreachable'))} onRetry={() => void refetch()} />;
  return <Loading />;
}
