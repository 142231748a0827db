import { EXTEND_DAYS } from '@stagelink/shared/contracts/limits';
import type { Project } from '../projects/api.ts';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { changeSnapshot, deleteSnapshot, extendSnapshot } from './api.ts';
import { follow, forget, pause } from '../follows/api.ts';
import { runWithToast, type ToastOptions } from '../../kit/runWithToast.ts';
import { toast } from '../../kit/toast.ts';
import { copyOrShow } from '../../kit/useCopy.ts';
import { t } from './copy.ts';

// Actions on a snapshot. Each shows its own toast and resolves to false on failure.

async function copy(text: string, done: string, about: string): Promise<boolean> {
  const isCopied = await copyOrShow(text);
  if (isCopied) toast(done, { about });
  return isCopied;
}

export const copyLink = ({ url, name }: Snapshot) => copy(url, t('urlCopied'), name);

export const copyPassword = async ({ password, name }: Snapshot) =>
  password !== null && copy(password, t('passwordCopied'), name);

export const copyBoth = ({ url, password, name }: Snapshot) =>
  copy(t('message', { url, password: password ?? '' }), t('bothCopied'), name);

export const extend = ({ id, name: about }: Snapshot) =>
  runWithToast({ about, act: () => extendSnapshot(id), done: t('extended'), failed: t('extendFailed') });

/** Extends a snapshot that has expired, which makes its link work again. */
export const bringBack = ({ id, name: about }: Snapshot) =>
  runWithToast({
    about,
    act: () => extendSnapshot(id),
    done: t('broughtBack', { days: EXTEND_DAYS }),
    failed: t('bringBackFailed'),
  });

export const rename = (
  { id, name: before }: Snapshot,
  name: string,
  failing: Pick<ToastOptions, 'failed' | 'isInForm'> = { failed: t('renameFailed') },
) =>
  runWithToast({
    ...failing,
    act: () => changeSnapshot(id, { name }),
    undo: () => changeSnapshot(id, { name: before }),
    done: t('nameUpdated'),
    about: name,
  });

/** `null` removes it from its project. */
export const move = ({ id, name: about, projectId: before }: Snapshot, project: Project | null) =>
  runWithToast({
    act: () => changeSnapshot(id, { projectId: project?.id ?? null }),
    undo: () => changeSnapshot(id, { projectId: before }),
    done: project ? t('moved', { project: project.name }) : t('movedOut'),
    failed: t('moveFailed'),
    about,
    isInForm: true,
  });

/** Follows its comments, pauses or resumes, depending on the current state. */
export function toggleFollowing({ id, name: about, following }: Snapshot): Promise<boolean> {
  const failed = t('followFailed');
  if (following === 'active') {
    return runWithToast({ act: () => pause(id), undo: () => follow(id), done: t('paused'), failed, about });
  }
  if (following === 'paused') {
    return runWithToast({ act: () => follow(id), undo: () => pause(id), done: t('resumed'), failed, about });
  }
  return runWithToast({ act: () => follow(id), undo: () => forget(id), done: t('followed'), failed, about });
}

export const remove = ({ id, name }: Snapshot) =>
  runWithToast({
    act: () => deleteSnapshot(id),
    done: t('deleted', { name }),
    failed: t('deleteFailed'),
    isInForm: true,
  });

export function open({ url }: Snapshot): void {
  window.open(url, '_blank', 'noopener');
}
