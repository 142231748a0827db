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

/** Changes only what differs, as does its undo: another window may have changed the rest. */
export async function change(project: Project, draft: Draft): Promise<boolean> {
  const { id } = project;
  const changed = (['name', 'color'] as const).filter((field) => draft[field] !== project[field]);
  const only = (from: Draft) => Object.fromEntries(changed.map((field) => [field, from[field]]));
  if (changed.length === 0) return true;
  return runWithToast({
    act: () => changeProject({ id, ...only(draft) }),
    undo: () => changeProject({ id, ...only(project) }),
    done: t('changed'),
    failed: t('changeFailed'),
  });
}

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
