import { Badge, Button } from '@mantine/core';
import { ChevronDown, LogOut } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import type { LiveState } from '../data/live.ts';
import { useHost } from '../host.ts';
import { Mark } from '../ui/Mark.tsx';
import { Link } from '../ui/router.ts';
import { t as common } from '../words/common.ts';
import { t } from '../words/dashboard.ts';
import { LiveStatus } from './LiveStatus.tsx';
import { Commands } from './palette/Commands.tsx';
import type { Person } from './person.ts';
import { signOut } from './signOut.ts';
import styles from './TopBar.module.css';

// Brings what opens and closes with it, which nothing else on the first picture needs.
const Account = lazy(async () => ({ default: (await import('./Account.tsx')).Account }));

const Bell = lazy(async () => ({ default: (await import('./notifications/Bell.tsx')).Bell }));

interface TopBarProps {
  user: Person;
  live: LiveState;
  /** What stands before the product's name. */
  start: ReactNode;
}

export function TopBar({ user, live, start }: TopBarProps) {
  const host = useHost();
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        {start}
        <Link to={host.home} className={styles.product}>
          <Mark size={18} />
          {common('product')}
        </Link>
        <LiveStatus state={live} />
        <div className={styles.end}>
          <Commands />
          <Suspense fallback={<span className={styles.bell} />}>
            <Bell />
          </Suspense>
          {user.subscriptionDisplay !== undefined && (
            <Badge variant="default" className={styles.plan}>
              {user.subscriptionDisplay}
            </Badge>
          )}
          <Suspense
            fallback={
              <span className={styles.user}>
                <span className={styles.name}>{user.name}</span>
                <ChevronDown size={14} aria-hidden />
              </span>
            }
          >
            <Account user={user} />
          </Suspense>
          <Button
            size="xs"
            variant="subtle"
            className={styles.signOut}
            onClick={() => void signOut(host.signOut)}
          >
            <LogOut size={14} aria-hidden className={styles.signOutIcon} />
            <span className={styles.signOutWord}>{t('signOut')}</span>
          </Button>
        </div>
      </div>
    </header>
  );
}
