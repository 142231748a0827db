import { isAnswerable, readAuthorization } from '@stagelink/shared/contracts/authorizations';
import { useMemo } from 'react';
import { SignedIn } from '../../SignedIn.tsx';
import { Navigate, useLocation, useSearchParams } from '../../ui/router.ts';
import { t } from '../../words/authorize.ts';
import type { SentBy } from '../login/afterLogin.ts';
import { Entrance } from '../login/Entrance.tsx';
import { Ask } from './Ask.tsx';

/** Somebody else signs in here, and comes back. */
function LogInAgain() {
  const { pathname, search } = useLocation();
  return (
    <Navigate to="/login" replace state={{ message: undefined, from: pathname + search } satisfies SentBy} />
  );
}

/** Where a program sends its person to be signed in. Nothing happens before the button is pressed. */
export function AuthorizePage() {
  const [query] = useSearchParams();
  const asked = useMemo(() => readAuthorization(query), [query]);
  if (!asked) return <Entrance title={t('malformedTitle')} text={t('malformed')} />;
  if (!isAnswerable(asked)) return <Entrance title={t('foreignTitle')} text={t('foreign')} />;
  return (
    <SignedIn otherwise={{ 'signed-out': <LogInAgain /> }}>
      {(user) => <Ask asked={asked} email={user.email} />}
    </SignedIn>
  );
}
