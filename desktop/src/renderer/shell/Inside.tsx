import { type ReactNode, useEffect } from 'react';
import { useSession } from '../../../../web/src/data/session.ts';
import { Shell } from '../../../../web/src/shell/Shell.tsx';
import { Loading } from '../../../../web/src/ui/Loading.tsx';
import { Problem } from '../../../../web/src/ui/Problem.tsx';
import { Navigate, useLocation } from '../../../../web/src/ui/router.ts';
import { t as common } from '../../../../web/src/words/common.ts';
import { useAccounts, useActiveAccount } from '../data/accounts.ts';

interface InsideProps {
  title: string;
  children: ReactNode;
}

/** A page of the companion's own: it opens for whoever was ever signed in here, whether or not the server answers. */
export function Inside({ title, children }: InsideProps) {
  const { isPending, error, refetch } = useAccounts();
  const account = useActiveAccount();
  const user = useSession().data?.user;
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${title} · ${common('product')}`;
  }, [title]);

  if (isPending) return <Loading />;
  if (error) return <Problem message={error.message} onRetry={() => void refetch()} />;
  if (!account) return <Navigate to="/sign-in" replace state={{ from: pathname }} />;
  return <Shell user={user ?? { name: account.name, email: account.email }}>{children}</Shell>;
}
