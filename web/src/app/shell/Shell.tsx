import { lazy, type ReactNode, Suspense } from 'react';
import { useHost } from '../../lib/host.ts';
import type { Person } from '../../features/identity/account/person.ts';
import styles from './Shell.module.css';
import { SidebarToggle } from './SidebarToggle.tsx';
import { TopBar } from './TopBar.tsx';
import { useLive } from './useLive.ts';
import { useSidebar } from './useSidebar.ts';
import { useUndoKey } from './useUndoKey.ts';

// Loads after the first render, while the projects are fetched. Its place is reserved.
const Sidebar = lazy(async () => ({ default: (await import('./Sidebar.tsx')).Sidebar }));
const SidebarDrawer = lazy(async () => ({ default: (await import('./SidebarDrawer.tsx')).SidebarDrawer }));

/** Layout of signed-in pages. Keeps one live channel for all of them. */
export function Shell({ user, children }: { user: Person; children: ReactNode }) {
  const { channel, Notices } = useHost();
  const live = useLive(channel);
  useUndoKey();
  const { isWide, isOpen, toggle } = useSidebar();
  const sidebar = (
    <Suspense>
      <Sidebar />
    </Suspense>
  );
  return (
    <>
      <TopBar user={user} live={live.state} start={<SidebarToggle isOpen={isOpen} onToggle={toggle} />} />
      <div className={styles.page} data-sidebar={isWide && isOpen}>
        {isWide && isOpen && <div className={styles.sidebar}>{sidebar}</div>}
        {!isWide && (
          <Suspense>
            <SidebarDrawer isOpen={isOpen} onClose={toggle}>
              {sidebar}
            </SidebarDrawer>
          </Suspense>
        )}
        <div className={styles.beside}>
          <Notices live={live} />
          <main className={styles.main}>{children}</main>
        </div>
      </div>
    </>
  );
}
