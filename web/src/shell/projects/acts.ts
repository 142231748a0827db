import {
  changeProject,
  createProject,
  deleteProject,
  orderProjects,
  type Project,
} from '../../data/projects.ts';
import { tell } from '../../ui/telling.ts';
import { t } from '../../words/projects.ts';

// What can be done with a project. Each tells the person how it went; true when it worked.

export type Draft = Pick<Project, 'name' | 'color'>;

export const create = (draft: Draft) =>
  tell({
    act: () => createProject(draft),
    done: t('created', { name: draft.name }),
    failed: t('createFailed'),
    isInForm: true,
  });

export const change = ({ id, name, color }: Project, draft: Draft) =>
  tell({
    act: () => changeProject({ id, ...draft }),
    undo: () => changeProject({ id, name, color }),
    done: t('changed'),
    failed: t('changeFailed'),
  });

export const archive = ({ id, name }: Project) =>
  tell({
    act: () => changeProject({ id, isArchived: true }),
    undo: () => changeProject({ id, isArchived: false }),
    done: t('archiveDone', { name }),
    failed: t('archiveFailed'),
  });

export const unarchive = ({ id, name }: Project) =>
  tell({
    act: () => changeProject({ id, isArchived: false }),
    undo: () => changeProject({ id, isArchived: true }),
    done: t('unarchiveDone', { name }),
    failed: t('unarchiveFailed'),
  });

/** Seen where it happens; only a refusal needs words. */
export const order = (ids: readonly string[]) =>
  tell({ act: () => orderProjects(ids), failed: t('orderFailed') });

export const remove = ({ id, name }: Project) =>
  tell({
    act: () => deleteProject(id),
    done: t('deleted', { name }),
    failed: t('deleteFailed'),
    isInForm: true,
  });
