import { runWithToast } from '@stagelink/web/kit/runWithToast.ts';
import { toast, toastProblem } from '@stagelink/web/kit/toast.ts';
import { errorMessage } from '@stagelink/web/lib/errorMessage.ts';
import type { Folder } from '../../../protocol/folders.ts';
import { hideFolder, showFolder } from './api.ts';
import { invoke, stagelink } from '../../lib/stagelink.ts';
import { t } from './copy.ts';

// Actions on folders. Each shows its own toast and resolves to false on failure.

export const stage = ({ id }: Folder) =>
  runWithToast({ act: () => invoke('folders.stage', id), failed: t('stageFailed') });

export const cancel = ({ id }: Folder) =>
  runWithToast({ act: () => invoke('folders.cancel', id), failed: t('cancelFailed') });

/** Answers the question that ended a stage. */
export const decide = ({ id }: Folder, isYes: boolean) =>
  runWithToast({ act: () => invoke('folders.decide', id, isYes), failed: t('stageFailed') });

export const open = ({ id }: Folder) =>
  runWithToast({ act: () => invoke('link.open', id), failed: t('openFailed') });

export const copyLink = ({ id }: Folder) =>
  runWithToast({ act: () => invoke('link.copy', id, false), done: t('linkCopied'), failed: t('copyFailed') });

export const copyBoth = ({ id }: Folder) =>
  runWithToast({ act: () => invoke('link.copy', id, true), done: t('bothCopied'), failed: t('copyFailed') });

export const preview = ({ id }: Folder) =>
  runWithToast({ act: () => invoke('link.preview', id), failed: t('previewFailed') });

/** Saves the newest version where the user chooses. */
export const save = ({ id }: Folder) =>
  runWithToast({
    async act() {
      const saved = await invoke('link.save', id);
      if (!saved) return;
      const [first, ...others] = saved.renamed;
      const about = first && (others.length === 0 ? first : t('renamed', { first, count: others.length }));
      toast(t('saved', { file: saved.file }), { about });
    },
    failed: t('saveFailed'),
  });

export const reveal = ({ id }: Folder) =>
  runWithToast({ act: () => invoke('folders.reveal', id), failed: t('revealFailed') });

export const remove = (folder: Folder) =>
  runWithToast({
    act: async () => {
      await invoke('folders.remove', folder.id);
      hideFolder(folder.id);
    },
    // Its history is lost.
    undo: async () => showFolder(await invoke('folders.restore', folder.id)),
    done: t('removed', { name: folder.name }),
    failed: t('removeFailed'),
  });

/** Opens the system's dialog for a folder or a file. */
export async function pick(what: 'folder' | 'file'): Promise<Folder | null> {
  try {
    const folder = await invoke('folders.pick', what);
    if (folder) showFolder(folder);
    return folder;
  } catch (error) {
    toastProblem(t('addFailed'), errorMessage(error, ''));
    return null;
  }
}

async function add(token: string): Promise<Folder | null> {
  try {
    const folder = await invoke('folders.add', token);
    showFolder(folder);
    return folder;
  } catch (error) {
    toastProblem(t('addFailed'), errorMessage(error, ''));
    return null;
  }
}

/** Adds dropped folders and files. */
export async function addDropped(dropped: readonly File[]): Promise<void> {
  const tokens = dropped.map((file) => stagelink.tokenForDrop(file)).filter((token) => token !== '');
  if (tokens.length < dropped.length) toastProblem(t('nowhere'));
  const added = (await Promise.all(tokens.map(add))).filter((folder) => folder !== null);
  const [only] = added;
  if (only)
    toast(added.length === 1 ? t('added', { name: only.name }) : t('addedMany', { count: added.length }));
}
