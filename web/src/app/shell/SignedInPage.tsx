import type { User } from '@stagelink/shared/contracts/accounts';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { SignedIn } from '../../features/identity/account/SignedIn.tsx';
import type { SignedOutReason } from '../../features/identity/account/sessionApi.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { Visit } from './Visit.tsx';
import { Shell } from './Shell.tsx';

interface SignedInPageProps {
  Page: ComponentType<{ user: User }>;
  /** Shown instead of the sign-in page when there is no session. */
  otherwise?: Partial<Record<SignedOutReason, ReactNode>>;
  /** The document title, unless the page sets its own. */
  title?: string;
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
