import { Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useState, useMemo } from 'react';
import { IconButton } from '../../kit/IconButton.tsx';
import { countDialogs } from '../../lib/dialogs.ts';
import { t } from './copy.ts';
import styles from './Commands.module.css';
import { useKeys } from '../../lib/keyboard/useKeys.ts';
import { useTypedAhead } from './useTypedAhead.ts';
import { useProjects } from '../../features/projects/api.ts';
import { useHost } from '../../lib/host.ts';
import { navigateTo } from '../../lib/navigateTo.ts';
import { useNavigate } from '../../lib/router.ts';
import { signOut } from '../../features/identity/account/signOut.ts';
import { type Action, useActions } from '../../lib/keyboard/actions.ts';

const docsAction = (address: string): Action => ({
  id: 'docs',
  group: 'help',
  label: t('docs'),
  run: () => navigateTo(address),
});

/** Registers the actions available on every signed-in page. */
function useShellActions(onKeySheet: () => void): void {
  const navigate = useNavigate();
  const host = useHost();
  const projects = useProjects().data?.projects;

  const actions = useMemo(
    (): Action[] => [
      ...(projects ?? [])
        .filter(({ isArchived }) => !isArchived)
        .map(({ id, name }): Action => ({
          id: `project-${id}`,
          group: 'projects',
          label: name,
          run: () => void navigate(`/dashboard?project=${id}`),
        })),
      { id: 'dashboard', group: 'navigation', label: t('dashboard'), run: () => void navigate('/dashboard') },
      { id: 'settings', group: 'navigation', label: t('settings'), run: () => void navigate('/settings') },
      { id: 'keys', group: 'help', label: t('keys'), keys: ['?'], run: onKeySheet },
      ...(host.docs === undefined ? [] : [docsAction(host.docs)]),
      { id: 'signOut', group: 'account', label: t('signOut'), run: () => void signOut(host.signOut) },
    ],
    [navigate, host, projects, onKeySheet],
  );
  useActions(actions);
}

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }));
const KeySheet = lazy(async () => ({ default: (await import('./KeySheet.tsx')).KeySheet }));

/** Opens the palette and the key sheet by click or key. */
export function Commands() {
  const [shown, setShown] = useState<'palette' | 'keys' | null>(null);
  const ahead = useTypedAhead();

  function openPalette(): void {
    ahead.start();
    setShown('palette');
  }
  function close(): void {
    ahead.take();
    setShown(null);
  }
  useKeys(() => {
    if (shown === 'palette') close();
    // Over another dialog, Escape would close both and discard its input.
    else if (shown === 'keys' || countDialogs() === 0) openPalette();
  });
  useShellActions(useCallback(() => setShown('keys'), []));

  return (
    <>
      <IconButton
        size="large"
        className={styles.button}
        label={t('open')}
        title={t('open')}
        onClick={openPalette}
      >
        <Search size={16} />
      </IconButton>
      <Suspense>
        {shown === 'palette' && <Palette takeTyped={ahead.take} onClose={close} />}
        {shown === 'keys' && <KeySheet onClose={close} />}
      </Suspense>
    </>
  );
}
