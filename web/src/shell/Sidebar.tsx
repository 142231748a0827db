import { LayoutList, Settings, ShieldCheck } from 'lucide-react';
import { useHost } from '../host.ts';
import { useLocation } from '../ui/router.ts';
import { t } from '../words/projects.ts';
import type { Person } from './person.ts';
import { Place } from './Place.tsx';
import { Projects } from './projects/Projects.tsx';
import styles from './Sidebar.module.css';

/** Where one can go, and the projects. */
export function Sidebar({ user }: { user: Person }) {
  const { pathname, search } = useLocation();
  const { Places, EndPlaces } = useHost();
  const isDashboard = pathname === '/dashboard';
  const project = isDashboard ? new URLSearchParams(search).get('project') : null;
  return (
    <nav aria-label={t('sidebar')} className={styles.places}>
      <div className={styles.group}>
        {Places && <Places />}
        <Place
          to="/dashboard"
          icon={LayoutList}
          label={t('dashboard')}
          isCurrent={isDashboard && project === null}
        />
      </div>
      <Projects current={project} />
      <div className={`${styles.group} ${styles.end}`}>
        {EndPlaces && <EndPlaces />}
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
