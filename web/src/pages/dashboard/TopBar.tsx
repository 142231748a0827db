import {
  Badge,
  Button,
  Popover,
  SegmentedControl,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import type { User } from '@stagelink/shared/contracts/accounts';
import { ChevronDown, LogOut } from 'lucide-react';
import type { LiveState } from '../../data/live.ts';
import { sentence } from '../../data/sentence.ts';
import { logout } from '../../data/session.ts';
import { Mark } from '../../ui/Mark.tsx';
import { Link } from '../../ui/router.ts';
import { toastProblem } from '../../ui/toast.ts';
import { t as common } from '../../words/common.ts';
import { t } from '../../words/dashboard.ts';
import { LiveStatus } from './LiveStatus.tsx';
import styles from './TopBar.module.css';

const SCHEMES = ['auto', 'light', 'dark'] as const;

async function signOut(): Promise<void> {
  try {
    await logout();
  } catch (error) {
    toastProblem(t('signOutFailed'), sentence(error, ''));
  }
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={t('appearance')}
      data={SCHEMES.map((scheme) => ({ value: scheme, label: t(scheme) }))}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as (typeof SCHEMES)[number])}
    />
  );
}

export function TopBar({ user, live }: { user: User; live: LiveState }) {
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <Link to="/dashboard" className={styles.product}>
          <Mark size={18} />
          {common('product')}
        </Link>
        <LiveStatus state={live} />
        <div className={styles.end}>
          <Badge variant="default" className={styles.plan}>
            {user.subscriptionDisplay}
          </Badge>
          <Popover position="bottom-end" width={248} trapFocus>
            <Popover.Target>
              <UnstyledButton className={styles.user} aria-label={t('account', { name: user.name })}>
                <span className={styles.name}>{user.name}</span>
                <ChevronDown size={14} aria-hidden />
              </UnstyledButton>
            </Popover.Target>
            <Popover.Dropdown>
              <p className={styles.email}>{user.email}</p>
              <Appearance />
            </Popover.Dropdown>
          </Popover>
          <Button size="xs" variant="subtle" className={styles.signOut} onClick={() => void signOut()}>
            <LogOut size={14} aria-hidden className={styles.signOutIcon} />
            <span className={styles.signOutWord}>{t('signOut')}</span>
          </Button>
        </div>
      </div>
    </header>
  );
}
