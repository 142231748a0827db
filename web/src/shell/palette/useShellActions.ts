import { useMemo } from 'react';
import { useProjects } from '../../data/projects.ts';
import { useHost } from '../../host.ts';
import { useNavigate } from '../../ui/router.ts';
import { t } from '../../words/palette.ts';
import { signOut } from '../signOut.ts';
import { type Action, useActions } from './actions.ts';

/** What can be done on every page of somebody who is signed in. */
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
