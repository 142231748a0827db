import type { ReactNode } from 'react';
import type { LiveState } from '../../lib/liveChannel.ts';
import { useHost } from '../../lib/host.ts';
import { Logo } from '../../kit/Logo.tsx';
import { Button } from '../../kit/Button.tsx';
import { Link } from '../../lib/router.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from '../../pages/dashboard/copy.ts';
import { LiveStatus } from './LiveStatus.tsx';
import { Commands } from '../palette/Commands.tsx';
import { PlanMenu } from '../../features/billing/PlanMenu.tsx';
import { AccountMenu } from '../../features/identity/account/AccountMenu.tsx';
import type { Person } from '../../features/identity/account/person.ts';
import { signOut } from '../../features/identity/account/signOut.ts';
import { Bell } from '../../features/notifications/Bell.tsx';
import styles from './TopBar.module.css';

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
          <Bell />
          {user.subscriptionDisplay !== undefined && <PlanMenu />}
          <AccountMenu user={user} />
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
