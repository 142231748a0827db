import type { User } from '@stagelink/shared/contracts/accounts';
import type { ReactNode } from 'react';
import { LiveLost } from './LiveLost.tsx';
import styles from './Shell.module.css';
import { TopBar } from './TopBar.tsx';
import { useLive } from './useLive.ts';

/** What stands around every page of somebody who is signed in; it follows the live channel for all of them. */
export function Shell({ user, children }: { user: User; children: ReactNode }) {
  const live = useLive();
  return (
    <>
      <TopBar user={user} live={live.state} />
      {live.state === 'failed' && <LiveLost onRetry={live.retry} />}
      <main className={styles.main}>{children}</main>
    </>
  );
}
