import { changeProject, createProject, deleteProject, orderProjects, type Project } from './api.ts';
import { runWithToast } from '../../kit/runWithToast.ts';
import { t } from './copy.ts';

// Actions on projects. Each shows its own toast and resolves to false on failure.

export type Draft = Pick<Project, 'name' | 'color'>;

export const create = (draft: Draft) =>
  runWithToast({
    act: () => createProject(draft),
    done: t('created', { name: draft.name }),
    failed: t('createFailed'),
    isInForm: true,
  });

export const change = ({ id, name, color }: Project, draft: Draft) =>
  runWithToast({
    act: () => changeProject({ id, ...draft }),
    undo: () => changeProject({ id, name, color }),
    done: t('changed'),
    failed: t('changeFailed'),
  });

export const archive = ({ id, name }: Project) =>
  runWithToast({
    act: () => changeProject({ id, isArchived: true }),
    undo: () => changeProject({ id, isArchived: false }),
    done: t('archiveDone', { name }),
    failed: t('archiveFailed'),
  });

export const unarchive = ({ id, name }: Project) =>
  runWithToast({
    act: () => changeProject({ id, isArchived: false }),
    undo: () => changeProject({ id, isArchived: true }),
    done: t('unarchiveDone', { name }),
    failed: t('unarchiveFailed'),
  });

/** Shows a toast only on failure: success is visible in the list. */
export const order = (ids: readonly string[]) =>
  runWithToast({ act: () => orderProjects(ids), failed: t('orderFailed') });

export const remove = ({ id, name }: Project) =>
  runWithToast({
    act: () => deleteProject(id),
    done: t('deleted', { name }),
    failed: t('deleteFailed'),
    isInForm: true,
  });
