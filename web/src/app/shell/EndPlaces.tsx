import { BookOpen, ShieldCheck } from 'lucide-react';
import { useSession } from '../../features/identity/account/sessionApi.ts';
import { useLocation } from '../../lib/router.ts';
import { t as admin } from '../../pages/admin/copy.ts';
import { t } from '../palette/copy.ts';
import { SidebarItem } from './SidebarItem.tsx';

/** Leads to the documentation, and superadmins to the back office. */
export function EndPlaces() {
  const { pathname } = useLocation();
  const { data } = useSession();
  return (
    <>
      {data?.user?.role === 'superadmin' && (
        <SidebarItem
          to="/admin"
          icon={ShieldCheck}
          label={admin('title')}
          isCurrent={pathname.startsWith('/admin')}
        />
      )}
      <SidebarItem to="/docs" icon={BookOpen} label={t('docs')} isCurrent={false} isOutside />
    </>
  );
}
