import { type ReactNode, useEffect } from 'react';
import { useSession } from '@stagelink/web/features/identity/account/sessionApi.ts';
import { Shell } from '@stagelink/web/app/shell/Shell.tsx';
import { Loading } from '@stagelink/web/kit/Loading.tsx';
import { ErrorPage } from '@stagelink/web/kit/ErrorPage.tsx';
import { Navigate, useLocation } from '@stagelink/web/lib/router.ts';
import { t as common } from '@stagelink/web/lib/commonCopy.ts';
import { useAccounts, useActiveAccount } from '../features/preferences/accountsApi.ts';

interface RequireAccountProps {
  title: string;
  children: ReactNode;
}

/**
 * Requires an account that has signed in at least once, even if its session ended or the server is offline.
 */
export function RequireAccount({ title, children }: RequireAccountProps) {
  const { isPending, error, refetch } = useAccounts();
  const account = useActiveAccount();
  const user = useSession().data?.user;
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${title} · ${common('product')}`;
  }, [title]);

  if (isPending) return <Loading />;
  if (error) return <ErrorPage message={error.message} error={error} onRetry={() => void refetch()} />;
  if (!account) return <Navigate to="/sign-in" replace state={{ from: pathname }} />;
  return <Shell user={user ?? { name: account.name, email: account.email }}>{children}</Shell>;
}
