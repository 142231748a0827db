import { Popover, SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { useHost } from '../host.ts';
import { t } from '../words/dashboard.ts';
import { type Action, useActions } from './palette/actions.ts';
import type { Person } from './person.ts';
import styles from './TopBar.module.css';

const SCHEMES = ['auto', 'light', 'dark'] as const;

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

function useAppearanceActions(): void {
  const { setColorScheme } = useMantineColorScheme();
  const actions = useMemo(
    () =>
      SCHEMES.map((scheme): Action => ({
        id: scheme,
        group: 'appearance',
        label: t(scheme),
        run: () => setColorScheme(scheme),
      })),
    [setColorScheme],
  );
  useActions(actions);
}

/** Who is signed in, and how the house looks to them. */
export function Account({ user }: { user: Person }) {
  const { Accounts } = useHost();
  useAppearanceActions();
  return (
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
        {Accounts && <Accounts />}
      </Popover.Dropdown>
    </Popover>
  );
}
