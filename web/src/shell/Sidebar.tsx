import type { User } from '@stagelink/shared/contracts/accounts';
import { LayoutList, Settings, ShieldCheck } from 'lucide-react';
import { Link, useLocation } from '../ui/router.ts';
import { t } from '../words/projects.ts';
import { Projects } from './projects/Projects.tsx';
import styles from './Sidebar.module.css';

interface PlaceProps {
  to: string;
  icon: typeof Settings;
  label: string;
  isCurrent: boolean;
}

function Place({ to, icon: Icon, label, isCurrent }: PlaceProps) {
  return (
    <Link to={to} className={styles.place} aria-current={isCurrent ? 'page' : undefined}>
      <Icon size={16} aria-hidden />
      {label}
    </Link>
  );
}

/** Where one can go, and the projects. */
export function Sidebar({ user }: { user: User }) {
  const { pathname, search } = useLocation();
  const isDashboard = pathname === '/dashboard';
  const project = isDashboard ? new URLSearchParams(search).get('project') : null;
  return (
    <nav aria-label={t('sidebar')} className={styles.places}>
      <Place
        to="/dashboard"
        icon={LayoutList}
        label={t('dashboard')}
        isCurrent={isDashboard && project === null}
      />
      <Projects current={project} />
      <div className={styles.end}>
        <Place
          to="/settings"
          icon={Settings}
          label={t('settings')}
          isCurrent={pathname.startsWith('/settings')}
        />
        {user.role === 'superadmin' && (
          <Place
            to="/admin"
            icon={ShieldCheck}
            label={t('admin')}
            isCurrent={pathname.startsWith('/admin')}
          />
        )}
      </div>
    </nav>
  );
}
