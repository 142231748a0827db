import { LayoutList, Settings } from 'lucide-react';
import { Suspense } from 'react';
import { useHost } from '../../lib/host.ts';
import { useLocation } from '../../lib/router.ts';
import { t } from '../../features/projects/copy.ts';
import { SidebarItem } from './SidebarItem.tsx';
import { Projects } from '../../features/projects/Projects.tsx';
import styles from './Sidebar.module.css';

export function Sidebar() {
  const { pathname, search } = useLocation();
  const { Places, EndPlaces } = useHost();
  const isDashboard = pathname === '/dashboard';
  const project = isDashboard ? new URLSearchParams(search).get('project') : null;
  return (
    <nav aria-label={t('sidebar')} className={styles.places}>
      <div className={styles.group}>
        {Places && <Places />}
        <SidebarItem
          to="/dashboard"
          icon={LayoutList}
          label={t('dashboard')}
          isCurrent={isDashboard && project === null}
        />
      </div>
      <Projects current={project} />
      {/* The whole group waits for the host's part, so that none of it moves. */}
      <Suspense>
        <div className={`${styles.group} ${styles.end}`}>
          {EndPlaces && <EndPlaces />}
          <SidebarItem
            to="/settings"
            icon={Settings}
            label={t('settings')}
            isCurrent={pathname.startsWith('/settings')}
          />
        </div>
      </Suspense>
    </nav>
  );
}
