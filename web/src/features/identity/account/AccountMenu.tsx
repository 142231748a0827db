import { ChevronDown, CircleUserRound, LogOut, Settings } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Popover } from '../../../kit/Popover.tsx';
import { SegmentedControl } from '../../../kit/SegmentedControl.tsx';
import { COLOR_SCHEMES, useColorScheme } from '../../../kit/useColorScheme.ts';
import { useHost } from '../../../lib/host.ts';
import { Link } from '../../../lib/router.ts';
import { t } from './copy.ts';
import { type Action, useActions } from '../../../lib/keyboard/actions.ts';
import type { Person } from './person.ts';
import { signOut } from './signOut.ts';
import { Text } from '../../../kit/layout/Text.tsx';
import styles from './AccountMenu.module.css';

function Appearance() {
  const { colorScheme, setColorScheme } = useColorScheme();
  return (
    <SegmentedControl
      isWide
      label={t('appearance')}
      options={COLOR_SCHEMES.map((scheme) => ({ value: scheme, label: t(scheme) }))}
      value={colorScheme}
      onChange={setColorScheme}
    />
  );
}

function useAppearanceActions(): void {
  const { setColorScheme } = useColorScheme();
  const actions = useMemo(
    () =>
      COLOR_SCHEMES.map((scheme): Action => ({
        id: scheme,
        group: 'appearance',
        label: t(scheme),
        run: () => setColorScheme(scheme),
      })),
    [setColorScheme],
  );
  useActions(actions);
}

export function AccountMenu({ user }: { user: Person }) {
  const host = useHost();
  const { Accounts } = host;
  const [isOpen, setIsOpen] = useState(false);
  useAppearanceActions();
  return (
    <Popover
      widthPx={248}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <button type="button" className={styles.user} aria-label={t('accountOf', { name: user.name })}>
          <CircleUserRound size={18} aria-hidden className={styles.icon} />
          <span className={styles.name} dir="auto">
            {user.name}
          </span>
          <ChevronDown size={14} aria-hidden />
        </button>
      }
    >
      <Text isTruncated isStrong dir="auto">
        {user.name}
      </Text>
      <Text isBreaking below="medium" size="small" tone="muted">
        {user.email}
      </Text>
      <Appearance />
      {Accounts && <Accounts />}
      <div className={styles.acts}>
        <Link to="/settings" className={styles.act} onClick={() => setIsOpen(false)}>
          <Settings size={16} aria-hidden />
          {t('settings')}
        </Link>
        <button type="button" className={styles.act} onClick={() => void signOut(host.signOut)}>
          <LogOut size={16} aria-hidden />
          {t('menuSignOut')}
        </button>
      </div>
    </Popover>
  );
}
