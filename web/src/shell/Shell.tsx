import type { User } from '@stagelink/shared/contracts/accounts';
import { lazy, type ReactNode, Suspense } from 'react';
import { LiveLost } from './LiveLost.tsx';
import styles from './Shell.module.css';
import { SidebarToggle } from './SidebarToggle.tsx';
import { TopBar } from './TopBar.tsx';
import { useLive } from './useLive.ts';
import { useSidebar } from './useSidebar.ts';
import { useUndoKey } from './useUndoKey.ts';

// Its place is kept: it comes behind the first picture, while the server is asked for the projects.
const Sidebar = lazy(async () => ({ default: (await import('./Sidebar.tsx')).Sidebar }));
const SidebarDrawer = lazy(async () => ({ default: (await import('./SidebarDrawer.tsx')).SidebarDrawer }));

/** What stands around every page of somebody who is signed in; it follows the live channel for all of them. */
export function Shell({ user, children }: { user: User; children: ReactNode }) {
  const live = useLive();
  useUndoKey();
  const { isWide, isOpen, toggle } = useSidebar();
  const sidebar = (
    <Suspense>
      <Sidebar user={user} />
    </Suspense>
  );
  return (
    <>
      <TopBar user={user} live={live.state} start={<SidebarToggle isOpen={isOpen} onToggle={toggle} />} />
      {live.state === 'failed' && <LiveLost onRetry={live.retry} />}
      <div className={styles.page} data-sidebar={isWide && isOpen}>
        {isWide && isOpen && <div className={styles.sidebar}>{sidebar}</div>}
        {!isWide && (
          <Suspense>
            <SidebarDrawer isOpen={isOpen} onClose={toggle}>
              {sidebar}
            </SidebarDrawer>
          </Suspense>
        )}
        <main className={styles.main}>{children}</main>
      </div>
    </>
  );
}
