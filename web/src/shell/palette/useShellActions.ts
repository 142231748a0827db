import { useMantineColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { useNavigate } from '../../ui/router.ts';
import { t } from '../../words/palette.ts';
import { signOut } from '../signOut.ts';
import { type Action, useActions } from './actions.ts';

/** What can be done on every page of somebody who is signed in. */
export function useShellActions(onKeySheet: () => void): void {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();

  const actions = useMemo(
    (): Action[] => [
      { id: 'dashboard', group: 'navigation', label: t('dashboard'), run: () => void navigate('/dashboard') },
      { id: 'settings', group: 'navigation', label: t('settings'), run: () => void navigate('/settings') },
      { id: 'auto', group: 'appearance', label: t('appearanceAuto'), run: () => setColorScheme('auto') },
      { id: 'light', group: 'appearance', label: t('appearanceLight'), run: () => setColorScheme('light') },
      { id: 'dark', group: 'appearance', label: t('appearanceDark'), run: () => setColorScheme('dark') },
      { id: 'keys', group: 'help', label: t('keys'), keys: ['?'], run: onKeySheet },
      { id: 'signOut', group: 'account', label: t('signOut'), run: () => void signOut() },
    ],
    [navigate, setColorScheme, onKeySheet],
  );
  useActions(actions);
}
