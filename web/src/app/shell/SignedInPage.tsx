import type { User } from '@stagelink/shared/contracts/accounts';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { SignedIn } from '../../features/identity/account/SignedIn.tsx';
import { noteTimeZone, type SignedOutReason } from '../../features/identity/account/sessionApi.ts';
import { dropForeignPush } from '../../features/push/api.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { Shell } from './Shell.tsx';

interface SignedInPageProps {
  Page: ComponentType<{ user: User }>;
  /** Shown instead of the sign-in page when there is no session. */
  otherwise?: Partial<Record<SignedOutReason, ReactNode>>;
  /** The document title, unless the page sets its own. */
  title?: string;
}

/** Does what no page waits for; what fails is done at the next visit. */
function Visit({ user }: { user: User }) {
  const { uid } = user;
  useEffect(() => {
    noteTimeZone(user).catch(() => undefined);
    dropForeignPush().catch(() => undefined);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each person
  }, [uid]);
  return null;
}

export function SignedInPage({ Page, otherwise, title }: SignedInPageProps) {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${common('product')}`;
  }, [title]);
  return (
    <SignedIn {...(otherwise && { otherwise })}>
      {(user) => (
        <Shell user={user}>
          <Visit user={user} />
          <Page user={user} />
        </Shell>
      )}
    </SignedIn>
  );
}
