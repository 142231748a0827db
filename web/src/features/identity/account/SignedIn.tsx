import type { User } from '@stagelink/shared/contracts/accounts';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
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

/** Removes the toasts of an account that is no longer signed in. */
function useOwnToasts(uid: string | undefined, hasEnded: boolean): void {
  const shownTo = useRef(uid);
  useEffect(() => {
    const isReplaced = uid !== undefined && shownTo.current !== undefined && uid !== shownTo.current;
    if (hasEnded || isReplaced) clearToasts();
    shownTo.current = uid;
  }, [uid, hasEnded]);
}

/** Requires a session; redirects to the sign-in page and back, or home after signing out. */
export function SignedIn({ children, otherwise }: SignedInProps) {
  const { data: session, error, refetch } = useSession();
  const { pathname, search } = useLocation();
  const host = useHost();
  const hasEnded = session?.because === 'ended';
  useOwnToasts(session?.user?.uid, hasEnded);

  // Another account may be signed in by another tab: what was typed and opened for the former one goes.
  if (session?.user) return <Fragment key={session.user.uid}>{children(session.user)}</Fragment>;
  const content = session && session.message === undefined && otherwise?.[session.because];
  if (content) return content;
  if (session?.because === 'signed-out') return <Navigate to={host.afterSignOut} replace />;
  if (session) {
    const message = hasEnded ? (session.message ?? t('authenticationFailed')) : undefined;
    return (
      <Navigate to={host.signIn} replace state={{ message, from: pathname + search } satisfies SentBy} />
    );
  }
  if (error) {
    const message = errorMessage(error, t('unreachable'));
    return <ErrorPage message={message} error={error} onRetry={() => void refetch()} />;
  }
  return <Loading />;
}
