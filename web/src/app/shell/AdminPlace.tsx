import { ShieldCheck } from 'lucide-react';
import { useSession } from '../../features/identity/account/sessionApi.ts';
import { useLocation } from '../../lib/router.ts';
import { t } from '../../pages/admin/copy.ts';
import { SidebarItem } from './SidebarItem.tsx';

/** Leads superadmins to the back office. */
export function AdminPlace() {
  const { pathname } = useLocation();
  const { data } = useSession();
  if (data?.user?.role !== 'superadmin') return null;
  return <SidebarItem to="/admin" icon={ShieldCheck} label={t('title')} isCurrent={pathname === '/admin'} />;
}
