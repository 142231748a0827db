import type { Project } from '../../../data/projects.ts';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { changeSnapshot, deleteSnapshot, extendSnapshot } from '../../../data/snapshots.ts';
import { follow, forget, pause } from '../../../data/subscriptions.ts';
import { tell, type Telling } from '../../../ui/telling.ts';
import { toast } from '../../../ui/toast.ts';
import { copyText } from '../../../ui/useCopy.ts';
import { t } from '../../../words/rows.ts';

// What can be done with one snapshot. Each tells the person how it went; true when it worked.

async function copy(text: string, done: string, about: string): Promise<boolean> {
  const isCopied = await copyText(text);
  if (isCopied) toast(done, { about });
  return isCopied;
}

export const copyLink = ({ url, name }: Snapshot) => copy(url, t('urlCopied'), name);

export const copyPassword = async ({ password, name }: Snapshot) =>
  password !== null && copy(password, t('passwordCopied'), name);

export const copyBoth = ({ url, password, name }: Snapshot) =>
  copy(t('message', { url, password: password ?? '' }), t('bothCopied'), name);

export const extend = ({ id, name: about }: Snapshot) =>
  tell({ about, act: () => extendSnapshot(id), done: t('extended'), failed: t('extendFailed') });

export const rename = (
  { id, name: before }: Snapshot,
  name: string,
  failing: Pick<Telling, 'failed' | 'isInForm'> = { failed: t('renameFailed') },
) =>
  tell({
    ...failing,
    act: () => changeSnapshot(id, { name }),
    undo: () => changeSnapshot(id, { name: before }),
    done: t('nameUpdated'),
    about: name,
  });

/** `null` takes it out of every project. */
export const move = ({ id, name: about, projectId: before }: Snapshot, project: Project | null) =>
  tell({
    act: () => changeSnapshot(id, { projectId: project?.id ?? null }),
    undo: () => changeSnapshot(id, { projectId: before }),
    done: project ? t('moved', { project: project.name }) : t('movedOut'),
    failed: t('moveFailed'),
    about,
    isInForm: true,
  });

/** Starts following its comments, pauses, or goes on: whichever comes next. */
export function toggleFollowing({ id, name: about, following }: Snapshot): Promise<boolean> {
  const failed = t('followFailed');
  if (following === 'active') {
    return tell({ act: () => pause(id), undo: () => follow(id), done: t('paused'), failed, about });
  }
  if (following === 'paused') {
    return tell({ act: () => follow(id), undo: () => pause(id), done: t('resumed'), failed, about });
  }
  return tell({ act: () => follow(id), undo: () => forget(id), done: t('followed'), failed, about });
}

export const remove = ({ id, name }: Snapshot) =>
  tell({
    act: () => deleteSnapshot(id),
    done: t('deleted', { name }),
    failed: t('deleteFailed'),
    isInForm: true,
  });

export function open({ url }: Snapshot): void {
  window.open(url, '_blank', 'noopener');
}
