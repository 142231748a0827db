import { isAnswerable, readAuthorization } from '@stagelink/shared/contracts/oauth';
import { CAPTURE_REDIRECT } from '@stagelink/shared/domain/oauthClients';
import { useMemo } from 'react';
import { SignedIn } from '../../features/identity/account/SignedIn.tsx';
import { Navigate, useLocation, useSearchParams } from '../../lib/router.ts';
import { t } from '../../features/identity/oauth/copy.ts';
import type { SentBy } from '../../features/identity/signIn/returnTo.ts';
import { AgentConsent } from '../../features/identity/oauth/AgentConsent.tsx';
import { AuthLayout } from '../../features/identity/signIn/AuthLayout.tsx';
import { ConsentForm } from '../../features/identity/oauth/ConsentForm.tsx';

/** Signs in, perhaps with another account, and returns here. */
function LogInAgain() {
  const { pathname, search } = useLocation();
  return (
    <Navigate to="/login" replace state={{ message: undefined, from: pathname + search } satisfies SentBy} />
  );
}

function Agent() {
  const { search } = useLocation();
  return (
    <SignedIn otherwise={{ 'signed-out': <LogInAgain /> }}>
      {(user) => <AgentConsent query={search.slice(1)} email={user.email} />}
    </SignedIn>
  );
}

function Program() {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const authorization = useMemo(() => readAuthorization(query), [query]);
  // The browser extension reads the code from this URL and closes the tab.
  if (pathname === CAPTURE_REDIRECT) return <AuthLayout title={t('finishedTitle')} text={t('finished')} />;
  if (!authorization) return <AuthLayout title={t('malformedTitle')} text={t('malformed')} />;
  if (!isAnswerable(authorization)) return <AuthLayout title={t('foreignTitle')} text={t('foreign')} />;
  return (
    <SignedIn otherwise={{ 'signed-out': <LogInAgain /> }}>
      {(user) => <ConsentForm authorization={authorization} email={user.email} />}
    </SignedIn>
  );
}

/** A program or a coding agent opens this page to be authorized. Nothing happens before a button is pressed. */
export const AuthorizePage = ({ isAgent = false }) => (isAgent ? <Agent /> : <Program />);
