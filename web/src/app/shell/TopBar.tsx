import { ChevronDown, CircleUserRound } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import type { LiveState } from '../../lib/liveChannel.ts';
import { useHost } from '../../lib/host.ts';
import { Logo } from '../../kit/Logo.tsx';
import { Badge } from '../../kit/Badge.tsx';
import { Button } from '../../kit/Button.tsx';
import { Link } from '../../lib/router.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from '../../pages/dashboard/copy.ts';
import { LiveStatus } from './LiveStatus.tsx';
import { Commands } from '../palette/Commands.tsx';
import type { Person } from '../../features/identity/account/person.ts';
import { signOut } from '../../features/identity/account/signOut.ts';
import account from '../../features/identity/account/AccountMenu.module.css';
import styles from './TopBar.module.css';

// Lazy: its menu code is not needed for the first render.
const AccountMenu = lazy(async () => ({
  default: (await import('../../features/identity/account/AccountMenu.tsx')).AccountMenu,
}));

const PlanMenu = lazy(async () => ({
  default: (await import('../../features/billing/PlanMenu.tsx')).PlanMenu,
}));

const Bell = lazy(async () => ({ default: (await import('../../features/notifications/Bell.tsx')).Bell }));

interface TopBarProps {
  user: Person;
  live: LiveState;
  /** Rendered before the product's name. */
  start: ReactNode;
}

export function TopBar({ user, live, start }: TopBarProps) {
  const host = useHost();
  return (
    <header className={styles.bar} data-top-bar>
      <div className={styles.inner}>
        {start}
        <Link to={host.home} className={styles.product}>
          <Logo size={18} />
          {common('product')}
        </Link>
        <LiveStatus state={live} />
        <div className={styles.end}>
          <Commands />
          <Suspense fallback={<span className={styles.bell} />}>
            <Bell />
          </Suspense>
          {user.subscriptionDisplay !== undefined && (
            <Suspense fallback={<Badge className={styles.plan}>{user.subscriptionDisplay}</Badge>}>
              <PlanMenu />
            </Suspense>
          )}
          <Suspense
            fallback={
              <span className={account.user}>
                <CircleUserRound size={18} aria-hidden className={account.icon} />
                <span className={account.name}>{user.name}</span>
                <ChevronDown size={14} aria-hidden />
              </span>
            }
          >
            <AccountMenu user={user} />
          </Suspense>
          <Button
            size="small"
            variant="quiet"
            className={styles.signOut}
            onClick={() => void signOut(host.signOut)}
          >
            {t('signOut')}
          </Button>
        </div>
      </div>
    </header>
  );
}
