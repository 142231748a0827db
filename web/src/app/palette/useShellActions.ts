import { useMemo } from 'react';
import { useProjects } from '../../features/projects/api.ts';
import { useHost } from '../../lib/host.ts';
import { useNavigate } from '../../lib/router.ts';
import { t } from './copy.ts';
import { signOut } from '../../features/identity/account/signOut.ts';
import { type Action, useActions } from '../../lib/keyboard/actions.ts';

/** Registers the actions available on every signed-in page. */
export function useShellActions(onKeySheet: () => void): void {
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
      { id: 'signOut', group: 'account', label: t('signOut'), run: () => void signOut(host.signOut) },
    ],
    [navigate, host, projects, onKeySheet],
  );
  useActions(actions);
}
